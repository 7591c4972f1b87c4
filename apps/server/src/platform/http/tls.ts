import { X509Certificate, createPrivateKey } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import type { Server as HttpsServer } from 'node:https'

/** Paths of PEM files. */
export interface TlsFiles {
  /** The certificate, followed by those of its issuers. */
  certificate: string
  key: string
}

/** The message is for the operator. */
export class TlsFileError extends Error {
  override readonly name = 'TlsFileError'
}

interface TlsOptions {
  cert: string
  key: string
}

/** A client that does not finish its handshake is disconnected. */
const handshakeTimeout = 10_000
const lookEveryMs = 60_000

/** What Fastify needs to speak TLS; nothing without files. Throws TlsFileError. */
export const httpsOf = (files: TlsFiles | undefined): object =>
  files === undefined ? {} : { https: { ...readTls(files), handshakeTimeout } }

/** Reads both, and whether they belong together. Throws TlsFileError. */
function readTls({ certificate, key }: TlsFiles): TlsOptions {
  const pems = { cert: readPem('ASSAY_TLS_CERTIFICATE', certificate), key: readPem('ASSAY_TLS_KEY', key) }
  try {
    if (new X509Certificate(pems.cert).checkPrivateKey(createPrivateKey(pems.key))) return pems
  } catch (error) {
    throw new TlsFileError(
      `ASSAY_TLS_CERTIFICATE or ASSAY_TLS_KEY is no valid PEM file: ${(error as Error).message}.`,
    )
  }
  throw new TlsFileError('The key of ASSAY_TLS_KEY is not that of the certificate of ASSAY_TLS_CERTIFICATE.')
}

function readPem(setting: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw new TlsFileError(`The file of ${setting} cannot be read (${code}).`)
  }
}

interface Renewal {
  server: object
  files: TlsFiles
  log: { info(message: string): void; error(context: object, message: string): void }
  everyMs?: number
}

/** Certificates live for weeks: a renewed one is used without a restart. Returns how to stop looking for it. */
export function renewCertificate({ server, files, log, everyMs = lookEveryMs }: Renewal): () => void {
  let version = versionOf(files)
  const timer = setInterval(() => {
    try {
      const current = versionOf(files)
      if (current === version) return
      ;(server as HttpsServer).setSecureContext(readTls(files))
      version = current
      log.info('The renewed certificate is in use')
    } catch (error) {
      // A renewal writes one file after the other.
      log.error({ err: error }, 'The renewed certificate cannot be used yet')
    }
  }, everyMs).unref()
  return () => clearInterval(timer)
}

const versionOf = (files: TlsFiles) =>
  [files.certificate, files.key].map((path) => statSync(path).mtimeMs).join()
