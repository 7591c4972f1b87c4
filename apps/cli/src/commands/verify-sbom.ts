import { readPublicKey } from '@assay/engine/signatures/public-keys.ts'
import { readTrustedRoot, type TrustedRoot } from '@assay/engine/signatures/sigstore/trusted-root.ts'
import { type SignatureCheck, verifyDocument } from '@assay/engine/signatures/verify-document.ts'
import { showControls } from '@assay/text/invisible.ts'
import { readFile } from 'node:fs/promises'
import { CommandError, type ExitCode, exitCodes, incompleteCode } from '../exit-codes.ts'

export interface VerifySbomOptions {
  /** Files of public keys or certificates. */
  key?: string[]
  /** File of a Sigstore root. */
  trustedRoot?: string
  /** Pattern of the subject that its certificates name. */
  identity?: string
  /** URL. */
  issuer?: string
  /** File of a Sigstore bundle that signs the document. */
  bundle?: string
}

/** Says whether a document is signed by whom the caller trusts. */
export async function verifySbom(path: string, options: VerifySbomOptions): Promise<ExitCode> {
  const keys = await Promise.all((options.key ?? []).map(readKey))
  const roots = await readRoots(options)
  if (keys.length + roots.length === 0) reject('Pass --key or --trusted-root')
  const bundle = options.bundle === undefined ? null : await readDocument(options.bundle)
  const check = verifyDocument(await readDocument(path), { keys, roots }, bundle)
  process.stdout.write(`${showControls(describe(check))}\n`)
  return check.state === 'verified' ? 0 : incompleteCode
}

const readDocument = async (path: string) => ({ path, bytes: new Uint8Array(await readFile(path)) })

function reject(message: string): never {
  throw new CommandError(exitCodes.configuration, message)
}

async function readKey(name: string) {
  const pem = await readFile(name, 'utf8')
  if (readPublicKey(pem) === null)
    reject(`${name} is no public key or certificate (PEM: Ed25519, ECDSA or RSA)`)
  return { name, pem }
}

async function readRoots({ trustedRoot: name, identity, issuer }: VerifySbomOptions): Promise<TrustedRoot[]> {
  if (name === undefined) return []
  if (identity === undefined || issuer === undefined)
    reject('--trusted-root needs --identity and --issuer: anyone can sign')
  const root = await readFile(name, 'utf8')
  if (readTrustedRoot(root) === null) reject(`${name} is no trusted_root.json of Sigstore`)
  return [{ name, root, identities: [{ subject: identity, issuer }] }]
}

function describe({ state, keys, signers, problem }: SignatureCheck): string {
  const sentences = {
    verified: [...keys.map((key) => `Signed with ${key}`), ...signers.map(describeSigner)].join('\n'),
    unverified: problem ? reasons[problem.reason] : '',
    changed: 'Changed since it was signed: its signature is not of the key that it names',
    unsigned: 'Not signed',
  }
  return state === 'unverified' && problem?.signer
    ? `${sentences.unverified}: ${problem.signer.subject} (${problem.signer.issuer})`
    : sentences[state]
}

const describeSigner = ({ subject, issuer, root, at }: SignatureCheck['signers'][number]): string =>
  `Signed by ${subject} (${issuer}) at ${new Date(at).toISOString()}, verified with ${root}`

const reasons: Readonly<Record<NonNullable<SignatureCheck['problem']>['reason'], string>> = {
  'part-unsigned': 'Signed, but not all of it',
  'key-unknown': 'Signed, but not with any of these keys, or not all of it',
  'no-root': 'Signed without a key: pass --trusted-root',
  'bundle-invalid': 'Signed, but the bundle is incomplete or of an unknown version',
  'time-missing': 'Signed, but nothing that the root knows tells when',
  'certificate-untrusted': 'Signed, but the certificate is not of an authority of the root',
  'certificate-expired': 'Signed, but the certificate was not valid at that time',
  'certificate-not-logged': 'Signed, but the certificate is in no certificate log of the root',
  'not-logged': 'Signed, but not proven to be in a transparency log of the root',
  'log-entry-other': 'Signed, but the entry of the transparency log is of something else',
  'content-changed': 'Changed since it was signed',
  'identity-unknown': 'Signed by somebody else',
}
