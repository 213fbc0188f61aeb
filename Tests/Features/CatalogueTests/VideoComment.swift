@testable import Catalogue

/// Swift Testing has a `Comment` of its own.
typealias VideoComment = Comment
