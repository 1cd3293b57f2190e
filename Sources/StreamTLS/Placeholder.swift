import NIOSSL
import X509
import NIOCertificateReloading
