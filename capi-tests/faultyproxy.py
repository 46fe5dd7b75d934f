"""A TCP proxy between a client and a broker that can misbehave in all the ways that
networks and dead backends do, and change the broker's answers."""

import socket
import struct
import threading


class Proxy:
    """Listens on a port of its own and forwards to `target`. `mode`:

    pass     forward
    refuse   nobody listens, connections are gone
    reset    connections are accepted and reset at once
    silent   connections stand, nothing gets through; what waits arrives afterwards

    `answer(request, frame)` may change a broker's answer: it gets (api, version,
    correlation id, number of the connection, number of the answer on it) and the whole
    frame, and returns the bytes to send, or a list of pieces to send one by one, or
    (bytes, True) to close after them."""

    def __init__(self, target, answer=None):
        self.target, self.answer = target, answer
        self.mode = "pass"
        self.accepted = 0
        self.changed = threading.Condition()
        self.conns = set()
        self.listener = None
        self._listen(0)
        self.port = self.listener.getsockname()[1]
        self.bootstrap = f"127.0.0.1:{self.port}"

    def _listen(self, port):
        s = socket.socket()
        s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        s.bind(("127.0.0.1", port))
        s.listen(64)
        self.listener = s
        threading.Thread(target=self._accept, args=(s,), daemon=True).start()

    def set(self, mode):
        with self.changed:
            was, self.mode = self.mode, mode
            if mode == "refuse" and self.listener:
                self._close_listener()
            elif was == "refuse" and not self.listener:
                self._listen(self.port)
            if mode in ("refuse", "reset"):
                for c in list(self.conns):
                    self._kill(c, reset=mode == "reset")
            self.changed.notify_all()

    def _close_listener(self):
        s, self.listener = self.listener, None
        # A close alone would leave the port listening while accept() waits.
        s.shutdown(socket.SHUT_RDWR)
        s.close()

    def close(self):
        with self.changed:
            if self.listener:
                self._close_listener()
            for c in list(self.conns):
                self._kill(c)
            self.mode = "closed"
            self.changed.notify_all()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    @staticmethod
    def _kill(sock, reset=False):
        try:
            if reset:
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                # A thread that reads from it would keep it open.
                sock.shutdown(socket.SHUT_RD)
                sock.close()
            else:
                sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def _accept(self, listener):
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            with self.changed:
                self.accepted += 1
                number = self.accepted
                if self.mode in ("reset", "refuse", "closed"):
                    self._kill(client, reset=True)
                    continue
                self.conns.add(client)
            threading.Thread(target=self._serve, args=(client, number), daemon=True).start()

    def _wait_until_passing(self):
        with self.changed:
            while self.mode == "silent":
                self.changed.wait()

    def _serve(self, client, number):
        self._wait_until_passing()
        try:
            broker = socket.create_connection(("127.0.0.1", self.target), 5)
            broker.settimeout(None)
        except OSError:
            self._kill(client, reset=True)
            return
        for s in (client, broker):
            s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with self.changed:
            self.conns.add(broker)
        requests = {}
        up = threading.Thread(target=self._pump, args=(client, broker, requests, None), daemon=True)
        up.start()
        self._pump(broker, client, requests, number)
        up.join()
        with self.changed:
            self.conns -= {client, broker}
        for s in (client, broker):
            s.close()

    def _pump(self, src, dst, requests, number):
        """Frames from src to dst; answers (number is not None) may be changed."""
        answers = 0
        try:
            while True:
                head = self._read(src, 4)
                size, = struct.unpack(">i", head)
                frame = head + self._read(src, size)
                self._wait_until_passing()
                last = False
                if number is None:
                    api, version, correlation = struct.unpack_from(">hhi", frame, 4)
                    requests[correlation] = (api, version)
                elif self.answer:
                    correlation, = struct.unpack_from(">i", frame, 4)
                    api, version = requests.pop(correlation, (-1, -1))
                    frame = self.answer((api, version, correlation, number, answers), frame)
                    answers += 1
                    if isinstance(frame, tuple):
                        frame, last = frame
                for piece in frame if isinstance(frame, list) else [frame]:
                    dst.sendall(piece)
                if last:
                    break
        except (OSError, EOFError, struct.error):
            pass
        self._kill(src)
        self._kill(dst)

    @staticmethod
    def _read(sock, size):
        parts = []
        while size:
            part = sock.recv(min(size, 1 << 20))
            if not part:
                raise EOFError
            parts.append(part)
            size -= len(part)
        return b"".join(parts)


class BlackHole:
    """A port where connecting takes for ever: packets that ask for it are dropped."""

    def __init__(self):
        self.socks = [socket.socket()]
        self.socks[0].bind(("127.0.0.1", 0))
        self.socks[0].listen(0)
        self.port = self.socks[0].getsockname()[1]
        # Nobody accepts: when the queue is full the kernel answers no more.
        for _ in range(8):
            s = socket.socket()
            s.setblocking(False)
            s.connect_ex(("127.0.0.1", self.port))
            self.socks.append(s)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for s in self.socks:
            s.close()
