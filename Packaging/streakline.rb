# For Homebrew on macOS: builds the tool from the source. Nothing is published yet, so that the source is an archive that
# `git archive --prefix=streakline-0.1.0/ --output=/tmp/streakline-0.1.0.tar.gz HEAD` makes of a clone. Put this file into a
# tap of your own (`brew tap-new me/local`, Formula/streakline.rb): `brew install me/local/streakline`.
# Not tried: there is neither macOS nor Homebrew here.
class Streakline < Formula
  desc "Reads shared puzzle results from chats and counts streaks"
  url "file:///tmp/streakline-0.1.0.tar.gz"
  license "MIT"

  # Swift 6.2.
  depends_on xcode: ["26.0", :build]
  depends_on "pkgconf" => :build
  depends_on "pcre2"
  depends_on "sqlite"

  def install
    # Homebrew's own sandbox holds the build; Swift's cannot start in it.
    system "swift", "build", "--disable-sandbox", "-c", "release", "--product", "streakline"
    system "Packaging/install", ".build/release/streakline", prefix
  end

  test do
    assert_match "Wordle 1,932", pipe_output(bin/"streakline", "Wordle 1,932 3/6")
  end
end
