"""A TCP proxy that fails in the ways networks and brokers do, on command.

Modes: `ok` relays; `reset` takes new connections and resets them; `freeze` relays
nothing, on old and new connections, and loses nothing. `refuse()` closes the port and
all connections, `listen()` opens it again; `orphan()` makes the connections that
stand now dead for good without closing them.
"""

import select
import socket
import struct
import threading
import time

RESET = struct.pack("ii", 1, 0)


class Proxy:
    def __init__(self, target):
        self.target = target
        self.mode = "ok"
        self.accepted = 0
        self.pairs = []
        self.port = 0
        self.listen()

    def listen(self):
        self.listener = socket.socket()
        self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.listener.bind(("127.0.0.1", self.port))
        self.port = self.listener.getsockname()[1]
        self.listener.listen(100)
        threading.Thread(target=self._accept, args=(self.listener,), daemon=True).start()

    def refuse(self):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.cut()

    def cut(self):
        """Resets all connections."""
        for pair in self.pairs:
            for end in pair["ends"]:
                try:
                    end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
        self.pairs = []

    def orphan(self):
        for pair in self.pairs:
            pair["dead"] = True

    def _accept(self, listener):
        while True:
            try:
                near, _ = listener.accept()
            except OSError:
                return
            self.accepted += 1
            if self.mode == "reset":
                near.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
                near.close()
                continue
            try:
                far = socket.create_connection(self.target)
            except OSError:
                near.close()
                continue
            pair = {"ends": (near, far), "dead": False}
            self.pairs.append(pair)
            for a, b in ((near, far), (far, near)):
                threading.Thread(target=self._pump, args=(pair, a, b), daemon=True).start()

    def _pump(self, pair, a, b):
        try:
            while True:
                if pair["dead"] or self.mode == "freeze":
                    time.sleep(0.02)
                elif select.select([a], [], [], 0.05)[0] and not pair["dead"]:
                    data = a.recv(65536)
                    if not data:
                        break
                    b.sendall(data)
        except OSError:
            pass
        for end in (a, b):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
