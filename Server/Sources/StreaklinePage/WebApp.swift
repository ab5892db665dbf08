/// The page as a program that a phone installs, to which other programs can share a text.
extension Site {
  var manifest: PageAnswer {
    let icons = templates.icons.map { size, asset in
      """
      {"src":"\(asset.address)","type":"\(asset.type)","sizes":"\(size)"}
      """
    }
    let text = """
      {"name":"Streakline","short_name":"Streakline","id":"/","start_url":"/","scope":"/",\
      "display":"standalone","background_color":"#f4f5f2","theme_color":"#1f6636",\
      "icons":[\(icons.joined(separator: ","))],\
      "share_target":{"action":"/share","method":"GET",\
      "params":{"title":"title","text":"text","url":"url"}}}

      """
    return PageAnswer(type: "application/manifest+json", Array(text.utf8))
  }
}
