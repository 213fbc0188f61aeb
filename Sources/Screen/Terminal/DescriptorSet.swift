import CPlatform
import Glibc

/// Descriptors that are waited for as one, by epoll: a `poll` asks one descriptor, however many there are.
final class DescriptorSet {
    /// Readable while one of the members is.
    let descriptor: Int32
    let members: [Int32]

    /// - Parameter members: eventfds, sockets or pipes; each stays open while it is waited for.
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
