import Glibc
import PlayCore
import TestSupport
import Testing

@testable import Terminal

@Suite(.serialized) struct SharedPicturesTests {
    private func exists(_ name: String) -> Bool { access("/dev/shm" + name, F_OK) == 0 }

    private func read(_ name: String) -> [UInt8] {
        let descriptor = shm_open(name, O_RDONLY, 0)
        defer { close(descriptor) }
        var information = stat()
        #expect(fstat(descriptor, &information) == 0 && information.st_mode & 0o777 == 0o600)
        var bytes = [UInt8](repeating: 0, count: information.st_size)
        expect(Glibc.read(descriptor, &bytes, bytes.count), is: bytes.count)
        return bytes
    }

    @Test("an object has the pixels of its area, and only this user may read it")
    func contents() throws {
        let pictures = SharedPictures()
        defer { pictures.removeAll() }
        let pixels = (0..<UInt32(12)).map { $0 | 0xFF00_0000 }
        let area = PixelArea(columns: 1..<3, rows: 1..<3)
        let name = try #require(pictures.store(pixels, width: 4, area: area))
        expect(read(name), is: [5, 6, 9, 10].flatMap { [$0, 0, 0, 0xFF] })
        let query = try #require(pictures.storeQuery())
        expect(read(query), is: [0, 0, 0])
        pictures.removeAll()
        #expect(!exists(name) && !exists(query))
    }

    @Test("three pictures may wait for the terminal, which makes space by removing the oldest")
    func space() throws {
        let pictures = SharedPictures()
        defer { pictures.removeAll() }
        let area = PixelArea(columns: 0..<1, rows: 0..<1)
        var names: [String] = []
        for _ in 0..<3 {
            #expect(pictures.hasSpace(for: 4))
            for _ in 0..<4 { names.append(try #require(pictures.store([1], width: 1, area: area))) }
        }
        expect(Set(names).count, is: 12)
        #expect(!pictures.hasSpace(for: 4) && !pictures.isStuck)
        #expect(pictures.store([1], width: 1, area: area) == nil)
        for name in names[..<4] { shm_unlink(name) }
        #expect(pictures.hasSpace(for: 4))
        for _ in 0..<4 { _ = try #require(pictures.store([1], width: 1, area: area)) }
        for _ in 0..<100 { #expect(!pictures.hasSpace(for: 4)) }
        #expect(pictures.isStuck)
        pictures.removeAll()
        #expect(!pictures.isStuck && pictures.hasSpace(for: 4))
    }

    @Test("objects of processes that were killed are removed, those of living ones stay")
    func leftOvers() throws {
        let child = try RunningTool(["/bin/true"])
        #expect(eventually { !child.isRunning })
        let names = ["/tvplay-\(child.id)-0-1", "/tvplay-\(getpid())-0-1", "/tvplay-x-0-1"]
        for name in names { close(shm_open(name, O_CREAT | O_RDWR, 0o600)) }
        defer { for name in names { shm_unlink(name) } }
        _ = SharedPictures()
        expect(names.map(exists), is: [false, true, true])
    }
}
