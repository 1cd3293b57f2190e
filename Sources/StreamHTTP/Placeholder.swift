import NIOHTTP1
import NIOWebSocket
