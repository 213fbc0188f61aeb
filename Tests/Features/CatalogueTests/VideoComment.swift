@testable import Catalogue

/// Another name for comments of videos, because Swift Testing has its own `Comment`.
typealias VideoComment = Comment
