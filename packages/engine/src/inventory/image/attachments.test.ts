import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Issue } from '../../inventory.ts'
import { memorySource } from '../trees/byte-source.ts'
import { nodeCodecs } from '../testing/node-codecs.ts'
import { bytesOf } from '../testing/make-archives.ts'
import { addImage, digestOf, type Files, finishLayout, tarOf } from '../testing/make-image.ts'
import { budgetOf } from '../trees/budget.ts'
import { documentOfTree } from '../archives/document-of-tree.ts'
import { scanArchive } from '../archives/catalog-archive.ts'
import { readDocuments } from '../../documents/read.ts'
import { attachmentTags, attestationsIn, readAttached, referrersIn } from './attachments.ts'
import { joinAttached } from './join-attached.ts'
import { signJson } from '../../signatures/sign-json.ts'

const image = digestOf(bytesOf('image'))
const spdx = (...names: string[]) => ({
  spdxVersion: 'SPDX-2.3',
  SPDXID: 'SPDXRef-DOCUMENT',
  packages: names.map((name) => ({
    SPDXID: `SPDXRef-${name}`,
    name,
    versionInfo: '1.0.0',
    externalRefs: [
      {
        referenceCategory: 'PACKAGE-MANAGER',
        referenceType: 'purl',
        referenceLocator: `pkg:npm/${name}@1.0.0`,
      },
    ],
  })),
})
const statement = (predicate: object, digest = image) => ({
  _type: 'https://in-toto.io/Statement/v0.1',
  predicateType: 'https://spdx.dev/Document',
  subject: [{ name: 'app', digest: { sha256: digest.slice('sha256:'.length) } }],
  predicate,
})

/** A repository, and a function that stores a manifest with these documents. */
function repository() {
  const blobs = new Map<string, Uint8Array>()
  const add = (bytes: Uint8Array) => {
    blobs.set(digestOf(bytes), bytes)
    return digestOf(bytes)
  }
  const open = (digest: string) =>
    Promise.resolve(blobs.has(digest) ? memorySource(blobs.get(digest)!) : null)
  return {
    blobs,
    store: { manifest: open, blob: open },
    addManifest(mediaType: string, ...documents: [json: object, annotations?: Record<string, string>][]) {
      const layers = documents.map(([json, annotations]) => {
        const bytes = bytesOf(JSON.stringify(json))
        return { mediaType, digest: add(bytes), size: bytes.length, ...(annotations && { annotations }) }
      })
      return add(bytesOf(JSON.stringify({ schemaVersion: 2, layers })))
    },
  }
}

const inToto = 'application/vnd.in-toto+json'
const read = (by: 'BuildKit' | 'referrer', digest: string, { store }: ReturnType<typeof repository>) =>
  readAttached([{ by, digest }], { store, codecs: nodeCodecs, subjects: [image] })

test('finds attestations of the image in its index, and referrers that can be SBOMs', () => {
  const of = (digest: string) => ({
    digest: `sha256:${digest}`,
    platform: { os: 'unknown', architecture: 'unknown' },
    annotations: {
      'vnd.docker.reference.type': 'attestation-manifest',
      'vnd.docker.reference.digest': digest,
    },
  })
  const index = { manifests: [{ digest: image }, { ...of(image), digest: 'sha256:a' }, of('sha256:other')] }
  expect(attestationsIn(index, image)).toEqual([{ by: 'BuildKit', digest: 'sha256:a' }])
  const referrers = {
    manifests: [
      { digest: 'sha256:b', artifactType: 'application/spdx+json' },
      { digest: 'sha256:c', artifactType: 'application/vnd.dev.cosign.artifact.sig.v1+json' },
      { digest: 'sha256:d', artifactType: 'application/vnd.dev.sigstore.bundle.v0.3+json' },
    ],
  }
  expect(referrersIn(referrers).map(({ digest }) => digest)).toEqual(['sha256:b', 'sha256:d'])
  expect(attachmentTags('sha256:ab')).toEqual({
    referrers: 'sha256-ab',
    cosign: ['sha256-ab.sbom', 'sha256-ab.att'],
  })
})

test('reads statements and plain documents, without those of provenance', async () => {
  const files = repository()
  const digest = files.addManifest(
    inToto,
    [statement(spdx('a')), { 'in-toto.io/predicate-type': 'https://spdx.dev/Document' }],
    [statement({}), { 'in-toto.io/predicate-type': 'https://slsa.dev/provenance/v1' }],
  )
  const plain = files.addManifest('application/spdx+json', [spdx('b')])
  const { documents, problems } = await readAttached(
    [
      { by: 'BuildKit', digest },
      { by: 'referrer', digest: plain },
    ],
    { store: files.store, codecs: nodeCodecs, subjects: [image] },
  )
  expect(documents.map(({ by, name }) => `${by} ${name}`)).toEqual(['BuildKit SPDX', 'referrer SPDX'])
  expect(problems).toEqual([])
})

test('leaves out what is about another image, or is not what its digest says', async () => {
  const files = repository()
  const ofOther = files.addManifest(inToto, [statement(spdx('a'), digestOf(bytesOf('other')))])
  const reasonFor = async (by: 'BuildKit' | 'referrer', digest: string) => {
    const { documents, problems } = await read(by, digest, files)
    expect(documents).toEqual([])
    expect(problems).toMatchObject([{ by, digest }])
    return problems[0]!.reason
  }
  expect(await reasonFor('BuildKit', ofOther)).toBe('foreign')
  const envelope = {
    payloadType: 'application/vnd.in-toto+json',
    payload: Buffer.from(JSON.stringify(statement(spdx('a'), digestOf(bytesOf('other'))))).toString('base64'),
  }
  const signed = files.addManifest('application/vnd.dsse.envelope.v1+json', [envelope])
  expect(await reasonFor('referrer', signed)).toBe('foreign')
  const broken = files.addManifest(inToto, [statement(spdx('b'))])
  files.blobs.set(digestOf(bytesOf(JSON.stringify(statement(spdx('b'))))), bytesOf('{}'))
  expect(await reasonFor('BuildKit', broken)).toBe('digest-wrong')
  files.blobs.delete(digestOf(bytesOf(JSON.stringify(statement(spdx('b'))))))
  expect(await reasonFor('BuildKit', broken)).toBe('missing')
  expect(await reasonFor('BuildKit', 'sha256:00')).toBe('missing')
  const noJson = bytesOf('<manifest/>')
  files.blobs.set(digestOf(noJson), noJson)
  expect(await reasonFor('referrer', digestOf(noJson))).toBe('unreadable')
})

test('leaves out what was changed after it was signed, whoever signed it', async () => {
  const files = repository()
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const bom = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components: [] as object[] }
  const signedBom = signJson(bom, pem)
  const forged = { ...signedBom, components: [{ type: 'library', name: 'a', purl: 'pkg:npm/a@1' }] }
  const cyclonedx = 'application/vnd.cyclonedx+json'
  const readBom = (json: object) => read('referrer', files.addManifest(cyclonedx, [json]), files)
  expect((await readBom(signedBom)).documents).toHaveLength(1)
  expect(await readBom(forged)).toMatchObject({ documents: [], problems: [{ reason: 'signature-invalid' }] })

  // cosign keeps the certificate beside the envelope.
  const payload = JSON.stringify(statement(spdx('a')))
  const data = `DSSEv1 ${inToto.length} ${inToto} ${payload.length} ${payload}`
  const sig = sign(null, Buffer.from(data), privateKey).toString('base64')
  const envelope = {
    payloadType: inToto,
    payload: Buffer.from(payload).toString('base64'),
    signatures: [{ sig }],
  }
  const pemOf = (key: typeof publicKey) => key.export({ type: 'spki', format: 'pem' }).toString()
  const withKey = (key: typeof publicKey) => {
    const annotations = { 'dev.sigstore.cosign/certificate': pemOf(key) }
    return read(
      'referrer',
      files.addManifest('application/vnd.dsse.envelope.v1+json', [envelope, annotations]),
      files,
    )
  }
  expect(await withKey(publicKey)).toMatchObject({ documents: [{ name: 'attestation' }], problems: [] })
  expect((await withKey(generateKeyPairSync('ed25519').publicKey)).problems).toMatchObject([
    { reason: 'signature-invalid' },
  ])
})

test('what cannot be read as an SBOM is told with its reason, also in the written inventory', async () => {
  const files = repository()
  const { documents, problems } = await read(
    'referrer',
    files.addManifest('application/spdx+json', [{}]),
    files,
  )
  const layers = [{ diffId: 'sha256:a', instruction: '', isBase: null }]
  const found = { packages: [], issues: [] as Issue[], manifests: [], system: null as never }
  const { attached, attachedProblems, issues } = joinAttached(found, { documents, problems }, true)
  expect(attached).toEqual([])
  expect(attachedProblems).toMatchObject([{ by: 'referrer', reason: 'unreadable' }])
  expect(issues).toMatchObject([
    {
      code: 'attachment-unreadable',
      message: expect.stringMatching(/could not be read and was left out. .+/),
    },
  ])
  const facts = { name: 'app:1', digest: image, platform: '', base: null, layers, attached, attachedProblems }
  const { bytes } = documentOfTree(
    { ...found, packages: [{ purl: 'pkg:npm/a@1', sureness: 'installed', places: [] }], image: facts },
    'app',
  )!
  const { inventory } = readDocuments([{ path: 'a.cdx.json', bytes }])
  expect(inventory.image).toMatchObject({ attached: [], attachedProblems })
})

test('adds what only the document lists, as declared, and compares', async () => {
  const files = repository()
  const { documents } = await read(
    'BuildKit',
    files.addManifest(inToto, [statement(spdx('both', 'only-there'))]),
    files,
  )
  const found = {
    packages: ['both', 'only-here'].map((name) => ({
      purl: `pkg:npm/${name}@1.0.0`,
      sureness: 'installed' as const,
      places: [{ path: 'x' }],
    })),
    issues: [] as Issue[],
    manifests: [],
    system: null as never,
  }
  const { packages, issues, attached } = joinAttached(found, { documents, problems: [] }, true)
  expect(packages.map(({ purl, sureness, places }) => `${purl} ${sureness} ${places[0]!.path}`)).toEqual([
    'pkg:npm/both@1.0.0 installed x',
    'pkg:npm/only-here@1.0.0 installed x',
    'pkg:npm/only-there@1.0.0 declared attached attestation (BuildKit)',
  ])
  expect(attached).toEqual([
    {
      by: 'BuildKit',
      name: 'attestation',
      isUsed: true,
      listed: 2,
      found: 2,
      both: 1,
      onlyInDocument: ['pkg:npm/only-there@1.0.0'],
      onlyInImage: ['pkg:npm/only-here@1.0.0'],
    },
  ])
  expect(joinAttached(found, { documents, problems: [] }, false).packages).toEqual(found.packages)
  expect(issues.find(({ code }) => code === 'attachment-compared')?.message).toBe(
    'Packages that it lists: 2. Also found in the image: 1. Only in the document: 1. Only in the image: 1. Its signature was not verified.',
  )
})

test.each(['BuildKit', 'referrer', 'cosign'])(
  'a layout has what is attached by %s, and is read as its image',
  async (by) => {
    const files: Files = new Map()
    const own = addImage(files, {
      layers: [[['node_modules/a/package.json', '{"name":"a","version":"1.0.0"}']]],
    })
    const add = (json: object) => {
      const bytes = bytesOf(JSON.stringify(json))
      files.set(`blobs/${digestOf(bytes).replace(':', '/')}`, bytes)
      return { digest: digestOf(bytes), size: bytes.length }
    }
    const document = add(statement(spdx('a', 'only-there'), own.digest))
    const attestation = {
      mediaType: 'application/vnd.oci.image.manifest.v1+json',
      ...add({
        schemaVersion: 2,
        layers: [{ mediaType: inToto, ...document }],
        ...(by === 'referrer' && { subject: own }),
      }),
    }
    const marks: Record<string, object> = {
      BuildKit: {
        platform: { os: 'unknown', architecture: 'unknown' },
        annotations: {
          'vnd.docker.reference.type': 'attestation-manifest',
          'vnd.docker.reference.digest': own.digest,
        },
      },
      referrer: { artifactType: 'application/vnd.in-toto+json' },
      cosign: { annotations: { 'org.opencontainers.image.ref.name': `${own.digest.replace(':', '-')}.att` } },
    }
    finishLayout(files, [{ ...attestation, ...marks[by] }, own])
    const choice = { platform: 'linux/amd64', isExplicit: false }
    const reading = {
      codecs: nodeCodecs,
      choice,
      startBudget: () => budgetOf(),
      name: 'layout.tar',
      usesAttached: false,
    }
    const scanned = await scanArchive(memorySource(tarOf(files)), reading)
    expect(scanned!.image!.attached).toMatchObject([
      { by, listed: 2, found: 1, both: 1, onlyInDocument: ['pkg:npm/only-there@1.0.0'], isUsed: false },
    ])
    const read = readDocuments([{ path: 'a.cdx.json', bytes: documentOfTree(scanned!, 'a')!.bytes }])
    expect(read.inventory.image!.attached).toEqual(scanned!.image!.attached)
  },
)
