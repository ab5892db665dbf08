/// Places from which people date what they write: `Malmö, 3 May`. None is also a common first name.
enum Places {
  /// Whether a line is nothing but a place and a date. A time of day is in heads of chats, too: `Lund, 8:12`.
  static func areDated(_ line: BesideWords.Line) -> Bool {
    let words = OnlyShare.words(line.tokens)
    return (1...3).contains(words.count) && line.tokens.contains(.when)
      && !line.words.contains(UInt8(ascii: ":"))
      && words.contains { names.contains($0.lowercased()) }
      && words.allSatisfy { names.contains($0.lowercased()) || BesideName.isExplained($0) }
  }

  private static let names = OrdinaryWords.set(
    """
    aarhus aberdeen amsterdam ankara antwerp antwerpen athens atlanta auckland augsburg baltimore bangkok barcelona barcelone
    basel bath beijing belfast belgrade bergen berlin bern berne bielefeld bilbao birmingham bochum bogotá bologna bolzano
    bonn bordeaux boston bratislava braunschweig bremen brest brighton brisbane bristol brno bruges brussels bruxelles
    brussel bucharest budapest buenos aires cairo calgary cambridge canberra cardiff chemnitz chicago christchurch cologne
    copenhagen cork coventry cracow danzig darmstadt delft delhi denver detroit dijon dortmund dresden dublin duisburg
    dundee düsseldorf edinburgh eindhoven erfurt essen exeter firenze frankfurt freiburg gdańsk geneva genève genf genova
    gent ghent giessen glasgow göteborg gothenburg göttingen granada graz grenoble groningen haarlem hague halifax halle
    hamburg hannover hanover heidelberg helsinki helsingør houston innsbruck istanbul izmir jena jerusalem kaiserslautern
    karlsruhe kassel katowice kiel kiev kyiv klagenfurt köln konstanz kraków krakow kyoto københavn lausanne leeds leicester
    leiden leipzig leuven liège lille lima limerick linz lisboa lisbon lissabon liverpool ljubljana london londres londra
    lübeck lublin lucerne lund luxembourg luzern lyon maastricht madrid mailand mainz málaga malmö manchester mannheim
    marburg marseille melbourne memphis metz mexico milano milwaukee minneapolis montpellier montréal montreal moscow moskva
    mulhouse mumbai münchen munich münster nancy nantes napoli naples newcastle nice nijmegen norwich nottingham nürnberg
    nuremberg odense oldenburg olomouc oslo osnabrück ostrava ottawa oulu oxford padova palermo paris parma pau perth perugia
    philadelphia pisa phoenix pittsburgh plymouth plzeň portland porto potsdam poznań prag praga prague praha québec quebec
    reading reims rennes reykjavík riga rom roma rome rostock rotterdam rouen saarbrücken sacramento salzburg santander
    sapporo sarajevo seattle seoul sevilla seville sheffield shanghai singapore sofia southampton stavanger stockholm
    strasbourg straßburg stuttgart swansea szczecin szeged tallinn tampere tartu tokyo torino toronto toulouse trento trieste
    trier tromsø trondheim tübingen turin turku ulm umeå uppsala utrecht valladolid vancouver venezia venice venise vienna
    vienne vilnius warsaw warszawa washington wellington wien wiesbaden winnipeg wolfsburg wrocław wuppertal würzburg york
    zagreb zaragoza zurich zürich москва киев київ минск одесса питер санкт-петербург харків львів 東京 大阪 京都 北京 上海 서울 부산
    austria belgium brazil canada croatia czechia denmark england estonia finland germany greece hungary iceland italy
    japan korea latvia lithuania mexico netherlands norway poland portugal romania scotland slovakia slovenia spain sweden
    switzerland turkey ukraine wales new san santa
    """
  ).subtracting(alsoNames)

  private static let alsoNames: Set<String> = [
    "nancy", "paris", "sofia", "phoenix", "parma", "pau", "chelsea",
  ]
}
