/// The path of the text of a WhatsApp chat in what the app exports: a folder or archive with the
/// text and what was sent along.
///
/// The text is `_chat.txt` (iOS) or has the app's name in its own, such as `WhatsApp Chat with
/// Ann.txt` or `Chat de WhatsApp con Ann.txt` (Android, by language); else it is the only one.
///
/// - Returns: `nil` when there is no such text, or several and nothing tells which.
package func chatEntry(of tree: some FileTree) -> String? {
  let texts = tree.paths.map { path in
    (path: path, name: path.split(separator: "/").last?.lowercased() ?? "")
  }.filter { $0.name.hasSuffix(".txt") }
  let isChat: [(String) -> Bool] = [
    { $0 == "_chat.txt" }, { $0.hasPrefix("whatsapp chat ") }, { $0.contains("whatsapp") },
    { _ in true },
  ]
  for isChat in isChat {
    let found = texts.filter { isChat($0.name) }
    if !found.isEmpty { return found.count == 1 ? found.first?.path : nil }
  }
  return nil
}
