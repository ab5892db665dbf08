/// The version of the program and of the library.
package let programVersion = "0.1.0"
