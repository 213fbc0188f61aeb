import CPlatform
import Glibc

/// Several descriptors as one, by epoll: the caller polls one descriptor, regardless of their number.
final class DescriptorSet {
    /// Readable while a member is readable.
    let descriptor: Int32
    let members: [Int32]

    /// - Parameter members: eventfds, sockets or pipes. Each stays open as long as the set.
    init(_ members: [Int32]) {
        self.members = members
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        precondition(descriptor >= 0, "epoll: no descriptor left")
        for member in members {
            var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(fd: member))
            let status = epoll_ctl(descriptor, EPOLL_CTL_ADD, member, &event)
            precondition(status == 0 || errno == EEXIST, "epoll: a descriptor cannot be waited for")
        }
    }

    deinit { close(descriptor) }
}
