internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Streakline

/// Why the body of a request is not read.
enum BodyMistake: Error {
  case tooLarge
  /// It is not what its `Content-Encoding` says.
  case damaged
}

/// How the body of a request is packed (RFC 9110, section 8.4).
enum BodyEncoding {
  case plain
  case gzip

  /// The value of `Accept-Encoding` where a body is refused because of its encoding.
  static let accepted = "gzip, identity"

  /// - Returns: `nil` for an encoding that this server does not read.
  init?(_ headers: HTTPFields) {
    switch headers[.contentEncoding]?.lowercased() {
    case nil, "", "identity": self = .plain
    case "gzip", "x-gzip": self = .gzip
    default: return nil
    }
  }
}

extension Request {
  /// Whether it has more than one `Host`: two programs could take it for requests to two servers (RFC 9112,
  /// section 3.2). The first one is the request's authority and no longer among the headers.
  var hasTwoHosts: Bool { HTTPField.Name("Host").map { headers[$0] != nil } ?? false }

  /// Reads the body and unpacks it.
  ///
  /// - Parameter mostBytes: Its size at most, as it comes and unpacked.
  func unpackedBody(_ encoding: BodyEncoding, mostBytes: Int) async -> Result<[UInt8], BodyMistake>
  {
    guard let buffer = try? await body.collect(upTo: mostBytes) else { return .failure(.tooLarge) }
    let bytes = Array(buffer.readableBytesView)
    guard encoding == .gzip, !bytes.isEmpty else { return .success(bytes) }
    do {
      return .success(try unpackedBytes(bytes, mostBytes: mostBytes))
    } catch {
      return .failure(error == .tooLarge ? .tooLarge : .damaged)
    }
  }
}
