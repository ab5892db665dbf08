internal import Crypto
internal import Mustache

/// The templates and files of the page, which are parts of the program.
struct Templates: Sendable {
  /// A file that browsers may keep for ever, because its address changes with its content.
  struct Asset: Sendable {
    let address: String
    let type: String
    let bytes: [UInt8]

    init(_ name: String, _ type: String, _ bytes: [UInt8]) {
      let digest = SHA256.hash(data: bytes).prefix(6).map { byte in
        String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }
      let dot = name.firstIndex(of: ".") ?? name.endIndex
      address = "/assets/\(name[..<dot]).\(digest.joined())\(name[dot...])"
      (self.type, self.bytes) = (type, bytes)
    }
  }

  let style = Asset("style.css", "text/css; charset=utf-8", PackageResources.style_css)
  let icon = Asset("icon.svg", "image/svg+xml", PackageResources.icon_svg)
  let script = Asset("page.js", "text/javascript; charset=utf-8", PackageResources.page_js)
  /// The icon by its size.
  let icons: [(size: String, asset: Asset)]
  private let library: MustacheLibrary

  init() throws {
    var library = MustacheLibrary()
    for (name, bytes) in Self.sources {
      try library.register(String(decoding: bytes, as: UTF8.self), named: name)
    }
    self.library = library
    icons = [
      ("any", icon), ("192x192", Asset("icon-192.png", "image/png", PackageResources.icon_192_png)),
      ("512x512", Asset("icon-512.png", "image/png", PackageResources.icon_512_png)),
    ]
  }

  private static let sources: [(String, [UInt8])] = [
    ("layout", PackageResources.layout_mustache), ("today", PackageResources.today_mustache),
    ("paste", PackageResources.paste_mustache), ("streaks", PackageResources.streaks_mustache),
    ("leaderboard", PackageResources.leaderboard_mustache),
    ("player", PackageResources.player_mustache), ("versus", PackageResources.versus_mustache),
    ("achievements", PackageResources.achievements_mustache),
    ("check", PackageResources.check_mustache), ("sign-in", PackageResources.sign_in_mustache),
  ]

  /// The asset of an address.
  func asset(_ address: String) -> Asset? {
    ([style, script] + icons.map(\.asset)).first { $0.address == address }
  }

  func render(_ name: String, _ values: Any) -> String {
    guard let text = library.render(values, withTemplate: name) else {
      preconditionFailure("the page has no template '\(name)'")
    }
    return text
  }
}
