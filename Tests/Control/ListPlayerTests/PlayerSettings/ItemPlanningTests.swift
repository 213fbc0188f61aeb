import Access
import Catalogue
import Foundation
import Media
import MediaSources
import Options
import PlayCore
import Playback
import TestSupport
import Testing

@testable import ListPlayer

/// Tests of planning items by their options, without a player: which servers are asked, how often, and the results.
@Suite("Planning items", .timeLimit(.minutes(10)))
struct ItemPlanningTests {
    private static let film = Array(FileManager.default.contents(atPath: Fixtures.path("counter.mp4")) ?? Data())

    /// Plans one item, and opens it again after each answer of its service.
    private final class Planner {
        let access: SourceAccess
        let provider: ServiceSessionProvider
        private(set) var video: Video
        private(set) var found: [Found] = []

        init(_ location: String, _ options: ServiceOptions = ServiceOptions()) {
            var all = PlayerOptions()
            all.services = options
            all.network.proxy = ""
            let access = SourceAccess(AccessSettings(all))
            let (viewer, passwords) = (Viewer(all.user), AccountPasswords())
            let directory = ServiceDirectory<ServiceOptions> { Services($0, access, viewer, passwords) }
            self.access = access
            provider = ServiceSessionProvider(access, wakeUp: WakeUp()) { _ in ItemSettings(all, directory) }
            video = Video(location: location)
        }

        deinit { access.close() }

        /// - Returns: the bytes that play, or `nil` if there are none (an album).
        func open() throws -> (any ByteSource)? {
            var media = try provider.plan(for: video).input.open(CancelToken())
            while true {
                switch media {
                case .bytes(let source): return source
                case .unknown(_, let look): media = try look()
                case .elsewhere:
                    for arrival in provider.takeArrivals() {
                        found.append(arrival.found)
                        guard case .video(let info) = arrival.found else { return nil }
                        video = try #require(provider.keep(info, arrival, of: video))
                    }
                    media = try provider.plan(for: video).input.open(CancelToken())
                case .packets, .paired: return nil
                }
            }
        }

        /// Returns the code of the error that prevents playback, or `nil` if the item plays.
        func failure() -> PlayErrorCode? {
            do {
                _ = try open()
                return nil
            } catch let error as MediaError {
                return PlayError(error, item: "item").code
            } catch let error as PlayError {
                return error.code
            } catch {
                return nil
            }
        }
    }

    @Test("PLAY-04, CFG-11: a plain media address costs one request")
    func plain() throws {
        let server = try FaultServer(file: Self.film)
        let planner = Planner(server.text("/counter.mp4?x=1"))
        try expect(planner.open()?.size, is: Int64(Self.film.count))
        expect(server.requests.map(\.path), is: ["/counter.mp4"])
        #expect(planner.found.isEmpty)
    }

    @Test("CFG-07, PLAY-32: without a token command, the service is asked once more before error 1010")
    func refused() throws {
        let server = try FaultServer { request in
            request.path == "/film.mp4"
                ? FaultReply(403)
                : .manifest(#"{"id": "v", "definitions": [{"key": "low", "addresses": ["film.mp4?t={token}"]}]}"#)
        }
        var options = ServiceOptions()
        options.token = "s3cr3t"
        let planner = Planner(server.text("/a.tvplay.json"), options)
        expect(planner.failure(), is: .invalidToken)
        expect(server.requests.map(\.path), is: ["/a.tvplay.json", "/film.mp4", "/a.tvplay.json", "/film.mp4"])
    }

    @Test("INFO-06, PLAY-32: the next address is tried if one fails, and error 1040 follows if all fail")
    func failOver() throws {
        let server = try FaultServer { request in
            switch request.path {
            case "/good.mp4": .file(Self.film, for: request)
            case "/all.tvplay.json":
                .manifest(
                    #"""
                    {"id": "a", "definitions": [{"key": "low", "addresses": ["bad.mp4", "good.mp4"]}]},
                    {"id": "b", "definitions": [{"key": "low", "addresses": ["bad.mp4", "worse.mp4"]}]}
                    """#)
            default: FaultReply(404)
            }
        }
        let good = Planner(server.text("/all.tvplay.json#a"))
        try expect(good.open()?.size, is: Int64(Self.film.count))
        expect(Planner(server.text("/all.tvplay.json#b")).failure(), is: .invalidVideoURL)
    }

    @Test("CAT-08: an album is reported as an album, and none of its items is opened")
    func album() throws {
        let server = try FaultServer { _ in
            .manifest(
                #"{"id": "a", "definitions": [{"key": "low", "addresses": ["a.mp4"]}]}"#,
                #"{"id": "all", "title": "All", "videos": ["a"]}"#)
        }
        let planner = Planner(server.text("/all.tvplay.json#all"))
        #expect(try planner.open() == nil)
        guard case .album(let album) = planner.found.first else {
            Issue.record("\(planner.found)")
            return
        }
        expect(album.items.count, is: 1)
        expect(Set(server.requests.map(\.path)), is: ["/all.tvplay.json"])
    }

    @Test("CFG-02: an address with {prefix} requires a domain prefix")
    func prefix() throws {
        let server = try FaultServer(file: Self.film)
        let location = server.text("/{prefix}/film.mp4")
        expect(Planner(location).failure(), is: .playFailed)
        #expect(server.requests.isEmpty)
        var options = ServiceOptions()
        options.domainPrefix = "mine"
        #expect(try Planner(location, options).open() != nil)
        expect(server.requests.last?.path, is: "/mine/film.mp4")
    }

    @Test("PLAY-32, CFG-04: a server's refusal has its error code, and the shown name of the address contains no token")
    func refusedFile() throws {
        let server = try FaultServer { $0.path == "/gone" ? FaultReply(404) : FaultReply(403) }
        expect(Planner(server.text("/gone?token=s3cr3t")).failure(), is: .invalidVideoURL)
        let locked = Planner(server.text("/locked?token=s3cr3t"))
        expect(locked.failure(), is: .invalidToken)
        #expect(try !locked.provider.plan(for: locked.video).input.name.contains("s3cr3t"))
    }

    @Test("CFG-02: a token replaces {token} in an address")
    func tokenPlace() throws {
        let server = try FaultServer(file: Self.film)
        var options = ServiceOptions()
        options.token = "s3cr3t"
        #expect(try Planner(server.text("/film.mp4?t={token}"), options).open() != nil)
        expect(server.requests.map(\.query), is: ["t=s3cr3t"])
    }

    @Test("CFG-07: only items of a service and addresses with {token} take a token")
    func takesToken() throws {
        let server = try FaultServer(file: Self.film)
        for (path, takes) in [("/film.mp4", false), ("/film.mp4?t={token}", true), ("/a.tvplay.json", true)] {
            let planner = Planner(server.text(path))
            expect(planner.provider.takesToken(planner.video), is: takes, "\(path)")
        }
        #expect(!Planner("/films/a.mp4").provider.takesToken(Video(location: "/films/a.mp4")))
    }

    @Test("items with equal service options share their services")
    func directory() throws {
        let access = SourceAccess(AccessSettings(PlayerOptions()))
        defer { access.close() }
        let made = Monitor(0)
        let directory = ServiceDirectory<ServiceOptions> { options in
            made.update { $0 += 1 }
            return Services(options, access, Viewer(), AccountPasswords())
        }
        var other = ServiceOptions()
        other.token = "t"
        for options in [ServiceOptions(), other, ServiceOptions(), other] { _ = directory.services(options) }
        expect(made.withLock { $0 }, is: 2)
    }
}
