import { listOf, recordOf, textOf } from '../../documents/parsers/json-value.ts'
import { ownProperty } from '../../own-property.ts'
import type { GradleExclusion } from '../../documents/manifests/java/gradle-declarations.ts'
import { type Classpath, type GradleRequest, request, type VersionFacts } from './version-facts.ts'

type Json = Record<string, unknown>

interface Wanted {
  /** Whether versions are wanted, and no code. */
  isPlatform: boolean
  classpath: Classpath
  /** 'group:name' of the module itself. */
  name: string
}

/**
 * What the variant for a Java project says: https://github.com/gradle/gradle/blob/master/platforms/documentation/docs/src/docs/design/gradle-module-metadata-latest-specification.md.
 * null if there is none.
 */
export function readModuleMetadata(json: unknown, wanted: Wanted): VersionFacts | null {
  const variants = listOf(recordOf(json)['variants']).map(recordOf)
  const fitting = variants
    .filter((variant) => isFitting(variant, wanted))
    .toSorted((a, b) => ratingOf(b, wanted) - ratingOf(a, wanted))
  const [variant] = fitting
  if (variant === undefined) return null
  const target = recordOf(variant['available-at'])
  const [group, module, version] = ['group', 'module', 'version'].map((key) =>
    textOf(ownProperty(target, key)),
  )
  if (group && module && version)
    return { requests: [request({ kind: 'library', name: `${group}:${module}`, version })], isEmpty: true }
  const requests = [
    ...listOf(variant['dependencies']).map((each) => requestOf(recordOf(each), 'library')),
    ...listOf(variant['dependencyConstraints']).map((each) => requestOf(recordOf(each), 'constraint')),
  ]
  return { requests: requests.filter(({ name }) => !/^:|:$/.test(name)), isEmpty: wanted.isPlatform }
}

const attribute = (variant: Json, name: string): string =>
  textOf(ownProperty(recordOf(variant['attributes']), name))

function isFitting(variant: Json, { isPlatform, classpath, name }: Wanted): boolean {
  const category = attribute(variant, 'org.gradle.category') || 'library'
  if (isPlatform ? !category.endsWith('platform') : category !== 'library') return false
  const usage = attribute(variant, 'org.gradle.usage')
  const wanted = classpath === 'runtime' ? /^java-runtime/ : /^java-api/
  if (usage !== '' && !wanted.test(usage) && !(isPlatform && usage.startsWith('java'))) return false
  const kind = attribute(variant, 'org.jetbrains.kotlin.platform.type')
  if (kind !== '' && kind !== 'jvm' && kind !== 'androidJvm') return false
  const capabilities = listOf(variant['capabilities']).map(recordOf)
  return (
    capabilities.length === 0 ||
    capabilities.some((each) => `${textOf(each['group'])}:${textOf(each['name'])}` === name)
  )
}

const javaVersion = 21

/** Of several variants that fit, the one for ordinary Java projects. */
function ratingOf(variant: Json, { classpath }: Wanted): number {
  const environment = attribute(variant, 'org.gradle.jvm.environment')
  const platform = attribute(variant, 'org.jetbrains.kotlin.platform.type')
  const version = Number(recordOf(variant['attributes'])['org.gradle.jvm.version'] ?? 0)
  const isUsable = version <= javaVersion
  return (
    (environment === 'android' || platform === 'androidJvm' ? 0 : 100_000) +
    (attribute(variant, 'org.gradle.category') === 'enforced-platform' ? 0 : 10_000) +
    (attribute(variant, 'org.gradle.usage').startsWith(classpath === 'runtime' ? 'java-runtime' : 'java-api')
      ? 1_000
      : 0) +
    (isUsable ? 100 + version : 0)
  )
}

function requestOf(json: Json, kind: 'library' | 'constraint'): GradleRequest {
  const version = recordOf(json['version'])
  const [strictly, requires, prefers] = ['strictly', 'requires', 'prefers'].map((key) =>
    textOf(ownProperty(version, key)),
  )
  const category = textOf(recordOf(json['attributes'])['org.gradle.category'])
  const isPlatform = category === 'platform' || category === 'enforced-platform'
  return request({
    kind: isPlatform && kind === 'library' ? 'platform' : kind,
    name: `${textOf(json['group'])}:${textOf(json['module'])}`,
    version: strictly || requires || prefers || '',
    isStrict: Boolean(strictly),
    rejects: listOf(version['rejects']).map(textOf),
    exclusions: listOf(json['excludes']).map(recordOf).map(exclusionOf),
  })
}

const exclusionOf = ({ group, module }: Json): GradleExclusion => {
  const part = (value: unknown) => (value === undefined || value === '*' ? null : textOf(value))
  return { group: part(group), name: part(module) }
}
