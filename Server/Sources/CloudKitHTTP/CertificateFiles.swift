internal import CloudKitStorage
internal import Foundation
package import NIOSSL

/// The files with which the server shows who it is (PEM).
package struct CertificateFiles: Hashable, Sendable {
  /// The certificate and those between it and one that clients know.
  package let certificate: String
  package let privateKey: String

  package init(certificate: String, privateKey: String) {
    self.certificate = certificate
    self.privateKey = privateKey
  }

  /// Reads the files.
  ///
  /// - Throws: `StorageError`, also when others can read the key or the two do not belong together.
  package func configuration() throws -> TLSConfiguration {
    let chain: [NIOSSLCertificate]
    do {
      chain = try NIOSSLCertificate.fromPEMBytes(try Self.bytes(certificate))
    } catch {
      throw StorageError("\(certificate) has no certificate (PEM) that can be read")
    }
    let key: NIOSSLPrivateKey
    do {
      key = try NIOSSLPrivateKey(bytes: try Self.bytes(privateKey, isSecret: true), format: .pem)
    } catch let error as StorageError {
      throw error
    } catch {
      throw StorageError("\(privateKey) is not a private key (PEM) without a passphrase")
    }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
    configuration.minimumTLSVersion = .tlsv12
    do {
      _ = try NIOSSLContext(configuration: configuration)
    } catch {
      throw StorageError("\(privateKey) is not the key of \(certificate)")
    }
    return configuration
  }

  private static func bytes(_ path: String, isSecret: Bool = false) throws -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw StorageError("\(path) cannot be read") }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= 1 << 20
    else { throw StorageError("\(path) is not a short plain file") }
    guard !isSecret || status.st_mode & 0o077 == 0 else {
      throw StorageError("others can read the private key \(path); run: chmod 600 \(path)")
    }
    return Array(try file.readToEnd() ?? Data())
  }
}
