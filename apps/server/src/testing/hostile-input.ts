import { findInputIssue } from '@assay/contract/input-rules.ts'
import { ScimGroupInput, ScimPatch } from '@assay/contract/scim.ts'
import { readDependencyCsv } from '@assay/engine/documents/sbom/dependency-csv.ts'
import { appliesToProject } from '@assay/engine/policies/project-pattern.ts'
import { projectIdentity } from '@assay/engine/project-address.ts'
import { textWithoutCredentials, withoutCredentials } from '@assay/engine/url-credentials.ts'
import { fingerprintOf } from '#auth/idempotency/fingerprint.ts'
import { splitName } from '#reporting/numbers/split-name.ts'
import { checkCertificate } from '#identity/sso/saml/check-certificate.ts'
import { readAttestation } from '#identity/passkeys/read-attestation.ts'
import { applyPatch } from '#identity/scim/apply-patch.ts'
import { groupAttributes } from '#identity/scim/attributes.ts'

/** Creates an input of about the given number of characters or items; the time to read it is measured. */
type Hostile = (size: number) => () => unknown

const members = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ value: `m${at}`, display: 'd' }))

/** Operations on a group with ten members for each operation. */
const patch =
  (make: (at: number) => object): Hostile =>
  (size) => {
    const group = { displayName: 'x', members: members(size / 10) }
    const { Operations } = { Operations: Array.from({ length: size / 100 }, (_, at) => make(at)) }
    return () => applyPatch(group, { Operations } as ScimPatch, groupAttributes)
  }

const text =
  (read: (text: string) => unknown, make: (size: number) => string): Hostile =>
  (size) => {
    const input = make(size)
    return () => read(input)
  }

const dependencies = (make: (size: number) => string): Hostile =>
  text((csv) => readDependencyCsv(csv, { language: 'javascript', path: 'x.csv' }), make)

/** CBOR in base64url, which takes 4/3 of its bytes. Unreadable input is rejected. */
const attestation = (make: (bytes: number) => Buffer): Hostile =>
  text(
    (encoded) => {
      try {
        return readAttestation(encoded)
      } catch {
        return null
      }
    },
    (size) => make((size / 4) * 3).toString('base64url'),
  )
/** A head with a length of two bytes: https://www.rfc-editor.org/rfc/rfc8949#section-3 */
const cborHead = (major: number, length: number) =>
  Buffer.from([(major << 5) | 25, length >> 8, length & 255])
const cborText = (value: string) => Buffer.concat([cborHead(3, value.length), Buffer.from(value)])

const keys = (size: number) =>
  Object.fromEntries(Array.from({ length: size / 10 }, (_, at) => [`k${at}`, at]))

/** Input that the server processes in its main thread, built to be slow. */
export const hostileInput: Record<string, Hostile> = {
  'SCIM PATCH: add members one by one': patch((at) => ({
    op: 'add',
    path: 'members',
    value: [{ value: `n${at}` }],
  })),
  'SCIM PATCH: remove members by value': patch((at) => ({
    op: 'remove',
    path: 'members',
    value: [{ value: `m${at}` }],
  })),
  'SCIM PATCH: remove members by filter': patch((at) => ({
    op: 'remove',
    path: `members[value eq "m${at}"]`,
  })),
  'SCIM PATCH: change members by filter': patch((at) => ({
    op: 'replace',
    path: `members[value eq "m${at}"].value`,
    value: `x${at}`,
  })),
  'SCIM PATCH: remove all members by a filter': (size) => {
    const group = { displayName: 'x', members: members(size / 10) }
    const Operations = [{ op: 'remove' as const, path: 'members[value pr]' }]
    return () => applyPatch(group, { Operations }, groupAttributes)
  },
  'SCIM: members of a wrong shape': (size) => () =>
    ScimGroupInput.safeParse({ displayName: 'x', members: Array<number>(size).fill(1) }),
  'SCIM: operations of a wrong shape': (size) => () =>
    ScimPatch.safeParse({ Operations: Array.from({ length: size }, () => ({})) }),
  'text with addresses: dots': text(textWithoutCredentials, (size) => 'a.'.repeat(size / 2)),
  'text with addresses: schemes': text(textWithoutCredentials, (size) => 'a://'.repeat(size / 4)),
  'address: at signs': text(withoutCredentials, (size) => '@'.repeat(size)),
  'address: schemes': text(withoutCredentials, (size) => 'https:'.repeat(size / 6)),
  'name of a project: slashes': text(splitName, (size) => `${'/'.repeat(size)}x`),
  'name of a project: at signs': text(splitName, (size) => 'a@'.repeat(size / 2)),
  'url of a project: slashes': text(projectIdentity, (size) => `${'/'.repeat(size)}x`),
  'url of a project: slashes behind a host': text(projectIdentity, (size) => `https://a${'/'.repeat(size)}`),
  'url of a project: dots': text(projectIdentity, (size) => `${'a.'.repeat(size / 2)}:x`),
  'url of a project: hyphens': text(projectIdentity, (size) => `a${'-.'.repeat(size / 2)}/x`),
  'url of a project: queries': text(projectIdentity, (size) => `a?${'account&'.repeat(size / 8)}`),
  'url of a project: at signs': text(projectIdentity, (size) => `ssh://${'a@'.repeat(size / 2)}`),
  'pattern of a policy: stars': (size) => () =>
    appliesToProject({ pattern: `${'*a'.repeat(size / 2)}b`, tags: [] }, { url: 'a'.repeat(size), tags: [] }),
  'certificate: no certificate': text(checkCertificate, (size) => 'A'.repeat(size)),
  'certificate: beginnings': text(checkCertificate, (size) =>
    '-----BEGIN CERTIFICATE-----\n'.repeat(size / 28),
  ),
  'passkey: lists in lists': attestation((bytes) => Buffer.alloc(bytes, 0x81)),
  'passkey: tags in tags': attestation((bytes) => Buffer.alloc(bytes, 0xc1)),
  'passkey: an empty list again and again': attestation((bytes) =>
    Buffer.concat([cborHead(4, bytes), Buffer.alloc(bytes, 0x80)]),
  ),
  'passkey: many names': attestation((bytes) => {
    const count = Math.floor(bytes / 12)
    const entries = Array.from({ length: count }, (_, at) => [cborText(`name${at}`), Buffer.from([0])])
    return Buffer.concat([cborHead(5, count), ...entries.flat()])
  }),
  'passkey: many certificates': attestation((bytes) => {
    const count = Math.floor(bytes / 4)
    const certificates = Array.from({ length: count }, () => Buffer.from([0x42, 0x30, 0x00]))
    const statement = [cborHead(5, 1), cborText('x5c'), cborHead(4, count), ...certificates]
    const rest = [cborText('authData'), Buffer.from([0x40]), cborText('attStmt')]
    return Buffer.concat([cborHead(5, 2), ...rest, ...statement])
  }),
  'passkey: lengths beyond the end': attestation((bytes) =>
    Buffer.concat([cborHead(4, 65_535), Buffer.alloc(bytes, 0x5a)]),
  ),
  'dependencies: lines': dependencies((size) => 'a,1\n'.repeat(size / 4)),
  'dependencies: names': dependencies((size) =>
    Array.from({ length: size / 10 }, (_, at) => `n${at},1.0.0`).join('\n'),
  ),
  'dependencies: commas': dependencies((size) => ','.repeat(size)),
  'dependencies: quotes': dependencies((size) => `${'"'.repeat(size)}a`),
  'dependencies: open quotes': dependencies((size) => '"a\n'.repeat(size / 3)),
  'dependencies: spaces': dependencies((size) => `a${' '.repeat(size)}b,1`),
  'dependencies: a long version': dependencies((size) => `a,${'1.'.repeat(size / 2)}`),
  'body: many names': (size) => {
    const body = keys(size)
    return () => findInputIssue(body)
  },
  'body: name of dots': (size) => {
    const body = { ['.'.repeat(size)]: 1, ['__proto_'.repeat(size / 8)]: 1 }
    return () => findInputIssue(body)
  },
  'query: many parameters': text(
    (query) => Object.fromEntries(new URLSearchParams(query)),
    (size) => Array.from({ length: size / 10 }, (_, at) => `k${at}=1`).join('&'),
  ),
  'Idempotency-Key: body of many names': (size) => {
    const body = keys(size)
    return () => fingerprintOf(body)
  },
}
