package import ServerJSON

/// Why a question cannot be answered, in the terms of the protocol (`Documentation/remotes.md`).
package struct RemoteFailure: Error, Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case offline, throttled, signIn, quota, permission, configuration, failed
  }

  package let kind: Kind
  /// The reason and what to do, as a clause without a full stop. Never with a secret, a whole URL or
  /// what a receiver has sent.
  package let message: String
  /// How long to leave the receiver alone, in seconds.
  package let retryAfterSeconds: Int?

  package init(_ kind: Kind, _ message: String, retryAfterSeconds: Int? = nil) {
    self.kind = kind
    self.message = message
    self.retryAfterSeconds = retryAfterSeconds
  }

  /// The answer to the question.
  package var json: JSON {
    [
      "error": .string(kind.rawValue), "message": .string(message),
      "retryAfter": retryAfterSeconds.map(JSON.int) ?? .null,
    ]
  }
}
