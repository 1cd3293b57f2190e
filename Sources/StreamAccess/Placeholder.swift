import JWTKit
import Crypto
