public import ArgumentParser
public import Streakline
public import StreaklineCore

extension NamedTimeZone: ExpressibleByArgument {
  package init?(argument: String) {
    self.init(argument)
  }

  package var defaultValueDescription: String { name }
}

extension DateOrder: ExpressibleByArgument {}

extension ForwardPolicy: ExpressibleByArgument {}

extension Leaderboard.Period: ExpressibleByArgument {}

extension Day: ExpressibleByArgument {
  public init?(argument: String) {
    self.init(iso: argument)
  }

  public var defaultValueDescription: String { iso }
}
