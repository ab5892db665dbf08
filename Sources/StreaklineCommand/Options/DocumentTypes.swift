internal import Streakline

extension StoreOptions {
  /// The document types that the program and the pipeline files declare.
  func documentTypes() -> DocumentTypes {
    DocumentTypes(PipelineFiles(currentLocations().folders("Pipelines"), store: location))
  }
}
