import type { Manifest } from './jar-metadata.ts'

/** Of builds that leave no trace of Maven, but a sure sign of their group in the manifest. */
interface Sign {
  attribute: string
  /** Its first group, if there is one, is the group of the package. */
  pattern: RegExp
  group?: string
}

const signs: readonly Sign[] = [
  // Elasticsearch, Netflix: 'org.elasticsearch.client#rest;7.17.9'. https://github.com/nebula-plugins/gradle-info-plugin
  { attribute: 'implementation-title', pattern: /^([a-z][a-z\d_-]*(?:\.[a-z\d_-]+)*)#[^;#]+;[^;]+$/ },
  { attribute: 'extension-name', pattern: /^(org\.apache\.(?:lucene|solr))$/ },
  {
    attribute: 'bundle-symbolicname',
    pattern: /^org\.apache\.tomcat-embed-/,
    group: 'org.apache.tomcat.embed',
  },
  // JNA, whose packages of Java are not its group.
  {
    attribute: 'bundle-symbolicname',
    pattern: /^com\.sun\.jna(?:\.platform)?$/,
    group: 'net.java.dev.jna',
  },
]

const springModules =
  'aop aspects beans context context.indexer context.support core core.test expression instrument jcl jdbc jms messaging orm oxm r2dbc test tx web webflux webmvc websocket'
const springFramework = new Set(springModules.split(' ').map((name) => `spring.${name}`))
/** Projects of Spring whose packages are in a group of their own: org.springframework.boot. */
const springProject = /^spring\.(batch|boot|data|hateoas|integration|kafka|retry|security|session|ws)(?:\.|$)/

/** The group that the build of an artifact wrote into its manifest in a way of its own. null if none is known. */
export function knownGroup(artifact: string, manifest: Manifest): string | null {
  for (const { attribute, pattern, group } of signs) {
    const found = pattern.exec(manifest.get(attribute) ?? '')
    if (found) return group ?? found[1]!
  }
  return springGroup(artifact, manifest.get('automatic-module-name') ?? '')
}

/** Only if the name of the module is that of the artifact. */
function springGroup(artifact: string, module: string): string | null {
  if (module !== artifact.replaceAll('-', '.')) return null
  if (springFramework.has(module)) return 'org.springframework'
  const project = springProject.exec(module)?.[1]
  return project === undefined ? null : `org.springframework.${project}`
}
