import { readPublicKey } from '@assay/engine/signatures/public-keys.ts'
import { type SignatureCheck, verifyDocument } from '@assay/engine/signatures/verify-document.ts'
import { showControls } from '@assay/text/invisible.ts'
import { readFile } from 'node:fs/promises'
import { CommandError, type ExitCode, exitCodes, incompleteCode } from '../exit-codes.ts'

export interface VerifySbomOptions {
  /** Files of public keys or certificates. */
  key: string[]
}

/** Says whether one of the keys signed a document. */
export async function verifySbom(path: string, { key: paths }: VerifySbomOptions): Promise<ExitCode> {
  const keys = await Promise.all(paths.map(readKey))
  const check = verifyDocument({ path, bytes: new Uint8Array(await readFile(path)) }, keys)
  process.stdout.write(`${showControls(describe(check))}\n`)
  return check.state === 'verified' ? 0 : incompleteCode
}

async function readKey(name: string) {
  const pem = await readFile(name, 'utf8')
  if (readPublicKey(pem) === null)
    throw new CommandError(
      exitCodes.configuration,
      `${name} is no public key or certificate (PEM: Ed25519, ECDSA or RSA)`,
    )
  return { name, pem }
}

function describe({ state, keys }: SignatureCheck): string {
  const sentences = {
    verified: `Signed with ${keys.join(', ')}`,
    unverified: 'Signed, but not with any of these keys, or not all of it',
    changed: 'Changed since it was signed: its signature is not of the key that it names',
    unsigned: 'Not signed',
  }
  return sentences[state]
}
