/// The path of an entry in parts joined by `/`, or `nil` when it is not an ordinary file: a folder,
/// a link, a device, something hidden, or a path that leads out of the archive.
///
/// Names are read as UTF-8 even where the flag for it is missing, as in archives made on phones.
/// Bytes that are not UTF-8 are read as code page 437 (APPNOTE, appendix D), or repaired where the
/// flag says UTF-8.
///
/// - Parameter header: The 46 bytes of the entry in the directory (APPNOTE 4.3.12).
func zipPath(_ header: ArraySlice<UInt8>, name: ArraySlice<UInt8>) -> String? {
  let system = header.number(at: 5, 1)
  let fileType = header.number(at: 38, 4) >> 28
  // 3 and 19 are Unix and macOS, which keep the type of a file: 8 is a regular file, 0 is unknown,
  // and 1 is a pipe whose data was packed.
  if system == 3 || system == 19, ![0, 1, 8].contains(fileType) { return nil }
  // 0 is Windows, where some programs write a backslash between the parts of a path.
  let bytes = system == 0 ? name.map { $0 == 0x5C ? 0x2F : $0 } : Array(name)
  let isUTF8 = header.number(at: 8, 2) & 0x800 != 0
  let path =
    String(validating: bytes, as: UTF8.self)
    ?? (isUTF8 ? String(decoding: bytes, as: UTF8.self) : codePage437(bytes))
  let parts = path.split(separator: "/", omittingEmptySubsequences: false)
  return parts.allSatisfy(isOrdinary) && parts[0].last != ":" ? path : nil
}

private func codePage437(_ bytes: [UInt8]) -> String {
  String(
    decoding: bytes.flatMap { byte in
      byte < 0x80 ? [byte] : Array(String(upperHalf[Int(byte) - 0x80]).utf8)
    }, as: UTF8.self)
}

/// The characters of code page 437 from 0x80 on.
private let upperHalf = Array(
  ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»"
    + "░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
    + "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}").unicodeScalars)
