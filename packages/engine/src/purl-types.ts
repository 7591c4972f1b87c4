import { ownProperty } from './own-property.ts'

/** A package URL: https://github.com/package-url/purl-spec */
export interface Purl {
  /** Lower case. */
  type: string
  namespace: string | null
  name: string
  version: string | null
  qualifiers: Record<string, string>
  subpath: string | null
}

/** The rules of a type of package URL, in addition to those for all types. */
interface TypeRules {
  /** Case-insensitive parts. */
  lower?: readonly ('namespace' | 'name' | 'version')[]
  /** 'none' forbids it, 'some' requires it, a pattern requires a match. */
  namespace?: 'none' | 'some' | RegExp
  name?: RegExp
  version?: RegExp
  /** A required qualifier. */
  qualifier?: string
  /** '_' in names is normalized to '-'. */
  isHyphenated?: boolean
  /** The namespace is the host only, and the name its whole path. */
  isNamePath?: boolean
  /** Names are case-insensitive on hosts that contain this. */
  caselessServer?: string
}

/** https://github.com/package-url/purl-spec/tree/main/types; types not listed have no additional rules. */
const rulesByType = new Map<string, TypeRules>(
  Object.entries({
    alpm: { lower: ['namespace', 'name'] },
    apk: { lower: ['namespace', 'name'] },
    bitbucket: { lower: ['namespace', 'name'] },
    bitnami: { lower: ['name'] },
    brew: { lower: ['namespace', 'name'] },
    'chrome-extension': { namespace: 'none', name: /^[a-p]{32}$/, version: /^\d+(?:\.\d+){0,3}$/ },
    composer: { lower: ['namespace', 'name'] },
    // 'LWP::UserAgent' is a module of the distribution 'libwww-perl'.
    cpan: { name: /^(?!.*::)/ },
    deb: { lower: ['namespace', 'name'] },
    git: { lower: ['namespace', 'name'], isNamePath: true },
    github: { lower: ['namespace', 'name'] },
    githubactions: { lower: ['namespace'] },
    hex: { lower: ['namespace', 'name'] },
    huggingface: { lower: ['version'] },
    julia: { qualifier: 'uuid' },
    mlflow: { caselessServer: 'databricks' },
    otp: { namespace: 'none' },
    pub: { lower: ['name'] },
    pypi: { lower: ['name'], isHyphenated: true },
    rpm: { lower: ['namespace'] },
    // Host and owner.
    swift: { namespace: /.\/./ },
    vcpkg: { namespace: 'none' },
    'vscode-extension': { namespace: 'some' },
  } satisfies Record<string, TypeRules>),
)

const noRules: TypeRules = {}

export const rulesOf = (type: string): TypeRules => rulesByType.get(type) ?? noRules

/** Whether it has everything its type requires and nothing its type forbids. */
export function isAllowedPurl({ type, namespace, name, version, qualifiers }: Purl): boolean {
  const rules = rulesOf(type)
  if (rules.namespace === 'none' && namespace !== null) return false
  if (rules.namespace === 'some' && namespace === null) return false
  if (rules.namespace instanceof RegExp && !rules.namespace.test(namespace ?? '')) return false
  if (rules.name?.test(name) === false) return false
  if (version !== null && rules.version?.test(version) === false) return false
  return rules.qualifier === undefined || ownProperty(qualifiers, rules.qualifier) !== undefined
}

/** Normalizes the package URL by the rules of its type. */
export function normalizePurl(purl: Purl): Purl {
  const { type, qualifiers, subpath } = purl
  const rules = rulesOf(type)
  if (rules === noRules) return purl
  const [namespace, name] = rules.isNamePath ? splitHost(purl) : [purl.namespace, purl.name]
  const isLower = (part: 'namespace' | 'name' | 'version') => rules.lower?.includes(part) === true
  const isCaseless = isLower('name') || isOnCaselessServer(purl, rules)
  const caseName = isCaseless ? name.toLowerCase() : name
  return {
    type,
    namespace: isLower('namespace') ? (namespace?.toLowerCase() ?? null) : namespace,
    name: rules.isHyphenated ? caseName.replaceAll('_', '-') : caseName,
    version: isLower('version') ? (purl.version?.toLowerCase() ?? null) : purl.version,
    qualifiers,
    subpath,
  }
}

function splitHost({ namespace, name }: Purl): [string | null, string] {
  const [host, ...path] = [...(namespace?.split('/') ?? []), name]
  return path.length === 0 ? [null, host] : [host, path.join('/')]
}

const isOnCaselessServer = ({ qualifiers }: Purl, { caselessServer }: TypeRules): boolean =>
  caselessServer !== undefined && (qualifiers['repository_url']?.includes(caselessServer) ?? false)
