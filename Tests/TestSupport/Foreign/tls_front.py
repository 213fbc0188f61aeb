"""A TLS front for a server without TLS: tls_front.py PORT CERTIFICATE KEY TARGET-PORT, all on 127.0.0.1. It connects to the
target once a client has accepted the certificate."""
import socket
import ssl
import sys
import threading


def pump(source, sink):
    try:
        while data := source.recv(65536):
            sink.sendall(data)
    except OSError:
        pass
    for end in (source, sink):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def serve(client, context, target):
    try:
        secure = context.wrap_socket(client, server_side=True)
        # In TLS 1.3, a client refuses a certificate only after the server's part of the handshake.
        secure.settimeout(60)
        first = secure.recv(65536)
        secure.settimeout(None)
        if not first:
            return
        server = socket.create_connection(("127.0.0.1", target))
        server.sendall(first)
    except OSError:
        client.close()
        return
    threading.Thread(target=pump, args=(server, secure), daemon=True).start()
    pump(secure, server)


def main():
    port, certificate, key, target = sys.argv[1:]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    listener = socket.create_server(("127.0.0.1", int(port)))
    while True:
        client, _ = listener.accept()
        threading.Thread(target=serve, args=(client, context, int(target)), daemon=True).start()


main()
