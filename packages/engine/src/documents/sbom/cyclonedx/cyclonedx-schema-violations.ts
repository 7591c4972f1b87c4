import { licenseName } from '../../../licenses/spdx.ts'
import { ownProperty } from '../../../own-property.ts'
import { isRecord, listOf, quote, recordOf } from '../../parsers/json-value.ts'
import type { IssueLog } from '../../parsers/issue-log.ts'
import { type Entry, formatPosition } from './cyclonedx-walk.ts'
import type { CyclonedxSource } from './cyclonedx-source.ts'

type Json = Record<string, unknown>

/** A rule of the schema. violation returns the violating part of a value, quoted for the message; null if it is valid. */
interface Rule {
  code: string
  /** The part of the message before the example. */
  message: string
  violation(json: Json, specVersion: string): string | null
}

/**
 * Reports violations of the CycloneDX schema (https://cyclonedx.org/docs/), as one issue per kind with its first
 * location. The document is read nevertheless.
 */
export function reportSchemaViolations(
  bom: Json,
  entries: readonly Entry[],
  { locationOf, log }: Context,
): void {
  const specVersion = typeof bom['specVersion'] === 'string' ? bom['specVersion'] : ''
  const found = new Map<Rule, { count: number; example: string; location: () => string }>()
  const check = (rules: readonly Rule[], list: readonly Json[], locationAt: (index: number) => string) => {
    for (const [index, json] of list.entries())
      for (const rule of rules) {
        const example = rule.violation(json, specVersion)
        if (example === null) continue
        const known = found.get(rule)
        if (known) known.count++
        else found.set(rule, { count: 1, example, location: () => locationAt(index) })
      }
  }
  check(bomRules, [bom], () => locationOf(''))
  const described = [recordOf(bom['metadata'])['component']].filter(isRecord)
  check(componentRules, described, () => locationOf('/metadata/component', described[0]))
  const components = entries.map(({ json }) => json)
  check(componentRules, components, (at) => locationOf(formatPosition(entries[at]!), components[at]))
  const dependencies = listOf(bom['dependencies']).map(recordOf)
  check(dependencyRules, dependencies, (at) => locationOf(`/dependencies/${at}`, dependencies[at]))
  const services = listOf(bom['services']).map(recordOf)
  check(serviceRules, services, (at) => locationOf(`/services/${at}`))
  for (const [{ code, message }, { count, example, location }] of found) {
    const more = count > 1 ? ` (${count} times)` : ''
    log.add(
      code,
      `The document violates the CycloneDX schema: ${message}, such as ${example}${more}.`,
      location,
    )
  }
}

interface Context extends Pick<CyclonedxSource, 'locationOf'> {
  log: IssueLog
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''
const show = (value: unknown) =>
  quote(typeof value === 'string' ? value : (JSON.stringify(excerptOf(value)) ?? ''))

const maxDepth = 3
const maxMembers = 10

/** Values of documents may be nested deeper than JSON.stringify's stack. */
function excerptOf(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth === maxDepth) return '…'
  if (Array.isArray(value)) return value.slice(0, maxMembers).map((each) => excerptOf(each, depth + 1))
  const members = Object.entries(value).slice(0, maxMembers)
  return Object.fromEntries(members.map(([name, each]) => [name, excerptOf(each, depth + 1)]))
}

const unlessIn = (allowed: ReadonlySet<unknown>, value: unknown): string | null =>
  isGiven(value) && !allowed.has(value) ? show(value) : null

/** The first given value that is not allowed. */
const other = (values: readonly unknown[], allowed: ReadonlySet<unknown>): string | null =>
  unlessIn(
    allowed,
    values.find((value) => unlessIn(allowed, value) !== null),
  )

const membersOf = (list: unknown, name: string): unknown[] =>
  listOf(list).map((each) => ownProperty(recordOf(each), name))

const uuidUrn = /^urn:uuid:[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i

const metadataMembers: ReadonlySet<unknown> = new Set(
  'timestamp lifecycles tools authors component manufacture manufacturer supplier licenses properties distributionConstraints'.split(
    ' ',
  ),
)

const bomRules: readonly Rule[] = [
  unknownMember(
    'the document has a member that is not known',
    '$schema bomFormat specVersion serialNumber version metadata components services externalReferences dependencies compositions vulnerabilities annotations formulation declarations definitions citations properties signature',
  ),
  {
    code: 'bom-format-invalid',
    message: "bomFormat is not 'CycloneDX'",
    violation: ({ bomFormat, $schema }) =>
      $schema !== undefined && bomFormat !== 'CycloneDX' ? show(bomFormat ?? '') : null,
  },
  {
    code: 'serial-number-invalid',
    message: 'the serial number is not a urn:uuid',
    violation: ({ serialNumber }) =>
      isGiven(serialNumber) && !(typeof serialNumber === 'string' && uuidUrn.test(serialNumber))
        ? show(serialNumber)
        : null,
  },
  {
    code: 'bom-version-invalid',
    message: 'the version of the document is not a positive integer',
    violation: ({ version }) => {
      const isValid = typeof version !== 'object' && Number(version) >= 1
      return isGiven(version) && !isValid ? show(version) : null
    },
  },
  {
    code: 'timestamp-invalid',
    message: 'the timestamp is not an ISO 8601 date and time',
    violation({ metadata }) {
      const { timestamp } = recordOf(metadata)
      const isValid = typeof timestamp === 'string' && dateTime.test(timestamp)
      return isGiven(timestamp) && !isValid ? show(timestamp) : null
    },
  },
  {
    code: 'citation-invalid',
    message: 'a citation names nobody, or has both pointers and expressions, or neither',
    violation({ citations }) {
      const isValid = ({ attributedTo, process, pointers, expressions }: Json) =>
        (isGiven(attributedTo) || isGiven(process)) && isGiven(pointers) !== isGiven(expressions)
      const found = listOf(citations).find((each) => !isValid(recordOf(each)))
      return found === undefined ? null : show(found)
    },
  },
  {
    code: 'root-external',
    message: 'what the document describes is marked as external',
    violation({ metadata }) {
      const { isExternal, isExtraneous } = recordOf(recordOf(metadata)['component'])
      return isExternal === true || isExtraneous === true ? 'true' : null
    },
  },
  {
    code: 'member-unknown',
    message: 'the metadata has a member that is not known',
    violation: ({ metadata }) => other(Object.keys(recordOf(metadata)), metadataMembers),
  },
  {
    code: 'license-invalid',
    message: 'the licenses of the document are none',
    violation: ({ metadata }, specVersion) => licenseViolation(recordOf(metadata)['licenses'], specVersion),
  },
]

const types = new Set(
  'application framework library container platform operating-system device device-driver firmware file machine-learning-model data cryptographic-asset'.split(
    ' ',
  ),
)
const requiresVersion = new Set(['1.0', '1.1', '1.2', '1.3'])
const scopes = new Set(['required', 'optional', 'excluded'])
const algorithms = new Set(
  'MD5 SHA-1 SHA-256 SHA-384 SHA-512 SHA3-256 SHA3-384 SHA3-512 BLAKE2b-256 BLAKE2b-384 BLAKE2b-512 BLAKE3 Streebog-256 Streebog-512'.split(
    ' ',
  ),
)
const digestLengths = new Set([32, 40, 64, 96, 128])
const hexadecimal = /^[\da-f]+$/i
const patchTypes = new Set(['unofficial', 'monkey', 'backport', 'cherry-pick'])
const issueTypes = new Set(['defect', 'enhancement', 'security'])

const patchesOf = ({ pedigree }: Json) => listOf(recordOf(pedigree)['patches'])

const componentRules: readonly Rule[] = [
  unknownMember(
    'a component has a member that is not known',
    'type mime-type bom-ref supplier manufacturer authors author publisher group name version versionRange isExternal description scope hashes licenses copyright patentAssertions cpe purl omniborId swhid swid modified pedigree externalReferences components evidence releaseNotes modelCard data cryptoProperties properties tags signature',
  ),
  {
    code: 'reference-invalid',
    message: 'an external reference has no type or no url',
    violation({ externalReferences }) {
      const found = listOf(externalReferences).find((each) => {
        const { type, url } = recordOf(each)
        return !isGiven(type) || typeof url !== 'string'
      })
      return found === undefined ? null : show(found)
    },
  },
  missing('component-type-missing', 'a component has no type', 'type'),
  missing('component-name-missing', 'a component has no name', 'name'),
  {
    code: 'component-version-missing',
    message: 'a component has no version, which is required before 1.4',
    violation: (json, specVersion) =>
      requiresVersion.has(specVersion) ? withoutMember(json, 'version') : null,
  },
  {
    code: 'type-invalid',
    message: 'a component has a type that is not known',
    violation: ({ type }) => unlessIn(types, type),
  },
  {
    code: 'scope-invalid',
    message: 'a component has a scope that is not known',
    violation: ({ scope }) => unlessIn(scopes, scope),
  },
  {
    code: 'hash-algorithm-invalid',
    message: 'a hash has an algorithm that is not known',
    violation: ({ hashes }) => other(membersOf(hashes, 'alg'), algorithms),
  },
  {
    code: 'hash-invalid',
    message: 'a hash is not of the length of any algorithm',
    violation({ hashes }) {
      const isDigest = (text: string) => digestLengths.has(text.length) && hexadecimal.test(text)
      const isValid = (value: unknown) => typeof value === 'string' && isDigest(value.trim())
      const found = membersOf(hashes, 'content').find((value) => isGiven(value) && !isValid(value))
      return found === undefined ? null : show(found)
    },
  },
  {
    code: 'license-invalid',
    message: 'the licenses of a component are none',
    violation: ({ licenses }, specVersion) => licenseViolation(licenses, specVersion),
  },
  {
    code: 'property-invalid',
    message: 'a property has no name, or its value is not a string',
    violation({ properties }) {
      if (properties !== undefined && !Array.isArray(properties)) return show(properties)
      const isText = (value: unknown) => value === undefined || typeof value === 'string'
      const isValid = ({ name, value }: Json) => typeof name === 'string' && isText(value)
      const found = listOf(properties).find((each) => !isRecord(each) || !isValid(each))
      return found === undefined ? null : show(found)
    },
  },
  {
    code: 'patch-invalid',
    message: 'a patch has a type that is not known',
    violation: (json) => other(membersOf(patchesOf(json), 'type'), patchTypes),
  },
  {
    code: 'issue-type-invalid',
    message: 'an issue that a patch resolves has a type that is not known',
    violation: (json) =>
      other(
        patchesOf(json).flatMap((patch) => membersOf(recordOf(patch)['resolves'], 'type')),
        issueTypes,
      ),
  },
  {
    code: 'swid-invalid',
    message: 'a SWID tag has no tagId or no name',
    violation: ({ swid }) =>
      isRecord(swid) && !(isGiven(swid['tagId']) && isGiven(swid['name'])) ? show(swid) : null,
  },
  {
    code: 'version-ambiguous',
    message: 'a component has both a version and a range of versions',
    violation: ({ version, versionRange }) =>
      isGiven(version) && isGiven(versionRange) ? show(versionRange) : null,
  },
  {
    code: 'version-range-invalid',
    message: 'a component has a range of versions but is not external',
    violation: ({ versionRange, isExternal }) =>
      isGiven(versionRange) && isExternal !== true ? show(versionRange) : null,
  },
]

const dependencyRules: readonly Rule[] = [
  {
    code: 'dependency-invalid',
    message: 'a dependency has no ref, or its dependencies are not a list of refs',
    violation({ ref, dependsOn }) {
      const isList = dependsOn === undefined || Array.isArray(dependsOn)
      if (isGiven(ref) && typeof ref === 'string' && isList) return null
      return show(isList ? ref : dependsOn)
    },
  },
]

const flows = new Set(['inbound', 'outbound', 'bi-directional', 'unknown'])

const serviceRules: readonly Rule[] = [
  unknownMember(
    'a service has a member that is not known',
    'bom-ref provider group name version description endpoints authenticated x-trust-boundary trustZone data licenses patentAssertions externalReferences services releaseNotes properties tags signature',
  ),
  {
    code: 'service-name-missing',
    message: 'a service has no name',
    violation: ({ name, ...rest }) => (isGiven(name) ? null : show(rest)),
  },
  {
    code: 'service-data-invalid',
    message: 'the data of a service has no known flow, or no classification',
    violation({ data }) {
      const isValid = ({ flow, classification }: Json) => flows.has(flow as string) && isGiven(classification)
      const found = listOf(data).find((each) => !isValid(recordOf(each)))
      return found === undefined ? null : show(found)
    },
  },
]

/** The members of any version are allowed in all. */
function unknownMember(message: string, members: string): Rule {
  const known = new Set(members.split(' '))
  return {
    code: 'member-unknown',
    message,
    violation(json) {
      const found = Object.keys(json).find((name) => !known.has(name))
      return found === undefined ? null : show(found)
    },
  }
}

/** An empty text is valid. */
const withoutMember = (json: Json, name: string): string | null =>
  ownProperty(json, name) === undefined || ownProperty(json, name) === null ? show(json) : null

function missing(code: string, message: string, name: string): Rule {
  return { code, message, violation: (json) => withoutMember(json, name) }
}

/** A license has an SPDX id or a name. Before 1.7, an expression must be the only entry. */
function licenseViolation(licenses: unknown, specVersion: string): string | null {
  const choices = listOf(licenses).map(recordOf)
  const isMixed = choices.length > 1 && choices.some(({ expression }) => isGiven(expression))
  if (isMixed && specVersion !== '1.7') return show('an expression beside others')
  const found = choices.find(({ license, expression }) => {
    if (isGiven(expression)) return isGiven(license)
    const { id, name, text, repeated } = recordOf(license)
    const { encoding } = recordOf(text)
    if (isGiven(repeated)) return true
    if (isGiven(id) === isGiven(name) || (isGiven(encoding) && encoding !== 'base64')) return true
    return isGiven(id) && (typeof id !== 'string' || licenseName(id) === null)
  })
  return found === undefined ? null : show(found)
}
