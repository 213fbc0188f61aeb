package import PlayCore

/// Several recordings that play as one. Each is a class of its own, which the owner loads.
package struct MixedClass: Sendable, Equatable {
    package struct Slice: Sendable, Hashable, Codable {
        package var room: String
        package var title: String?
        package var duration: MediaTime

        package init(room: String, title: String? = nil, duration: MediaTime) {
            self.room = room
            self.title = title
            self.duration = duration
        }
    }

    package enum Action: Sendable, Equatable {
        case none
        /// Load this slice, then call ``didLoad(_:error:)`` and replace the info (`mixPlaybackRoomWillLoadSlice`).
        case load(Int)
        /// `mixPlaybackRoomSlice(slice, didLoadWithError)`.
        case didLoad(Int, ClassReadError?)
    }

    private static let longest = MediaTime.seconds(JSONLines.dayLimit * 86400)

    package let slices: [Slice]
    package let starts: [MediaTime]
    package private(set) var current: Int?
    package private(set) var isLoaded = false
    package private(set) var failure: ClassReadError?

    /// - Throws: 1030 without slices.
    package init(_ slices: [Slice], in context: String) throws(ClassReadError) {
        guard !slices.isEmpty else { throw ClassReadError.malformed("a merged class without parts", in: context) }
        self.slices = slices.map {
            Slice(room: $0.room, title: $0.title, duration: $0.duration.clamped(to: .zero...Self.longest))
        }
        var starts: [MediaTime] = []
        var end = MediaTime.zero
        for slice in self.slices {
            starts.append(end)
            end = end + slice.duration
        }
        self.starts = starts
    }

    package var duration: MediaTime { (starts.last ?? .zero) + (slices.last?.duration ?? .zero) }

    /// Returns the slice and the position within it. After the end, returns the last slice.
    package func place(of position: MediaTime) -> (slice: Int, position: MediaTime) {
        let slice = max(0, starts.partitioningIndex { $0 > position } - 1)
        return (slice, max(.zero, position - starts[slice]))
    }

    package mutating func move(to position: MediaTime) -> Action {
        let slice = place(of: position).slice
        guard slice != current else { return .none }
        return load(slice)
    }

    /// Ignores the result if another slice has been requested since.
    package mutating func didLoad(_ slice: Int, error: ClassReadError?) -> Action {
        guard slice == current, !isLoaded else { return .none }
        isLoaded = error == nil
        failure = error
        return .didLoad(slice, error)
    }

    package mutating func reload() -> Action { current.map { load($0) } ?? .none }

    private mutating func load(_ slice: Int) -> Action {
        current = slice
        isLoaded = false
        failure = nil
        return .load(slice)
    }
}

package struct AlbumClass: Sendable, Equatable {
    package struct Item: Sendable, Hashable, Codable {
        package var id: String
        package var room: String
        package var title: String?
        package var duration: MediaTime?

        package init(id: String, room: String, title: String? = nil, duration: MediaTime? = nil) {
            self.id = id
            self.room = room
            self.title = title
            self.duration = duration
        }
    }

    package let albumID: String
    package let albumList: [Item]
    /// From 0.
    package private(set) var index: Int

    /// - Parameter initialAlbumIndex: from 0. An index outside the album is clamped.
    ///
    /// - Throws: 1070 for an empty album.
    package init(_ items: [Item], id: String, initialAlbumIndex: Int = 0) throws(ClassReadError) {
        guard !items.isEmpty else { throw ClassReadError(.invalidAlbum, "the album is empty", in: id) }
        albumID = id
        albumList = items
        index = min(max(initialAlbumIndex, 0), items.count - 1)
    }

    package var current: Item { albumList[index] }

    package mutating func choose(_ new: Int) {
        if albumList.indices.contains(new) { index = new }
    }
}
