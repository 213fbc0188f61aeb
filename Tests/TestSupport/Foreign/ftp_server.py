"""Serves the files of a folder by FTP, read only: ftp_server.py PORT FOLDER"""
import sys

from pyftpdlib.authorizers import DummyAuthorizer
from pyftpdlib.handlers import FTPHandler
from pyftpdlib.servers import FTPServer

authorizer = DummyAuthorizer()
authorizer.add_anonymous(sys.argv[2])
authorizer.add_user("viewer", "secret", sys.argv[2])
FTPHandler.authorizer = authorizer
FTPServer(("127.0.0.1", int(sys.argv[1])), FTPHandler).serve_forever()
