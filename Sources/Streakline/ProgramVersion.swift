/// The version of the program and of the library.
public let programVersion = "0.1.0"
