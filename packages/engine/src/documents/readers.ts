import { ecosystems } from '../ecosystems/ecosystems.ts'
import type { DocumentReader } from '../inventory.ts'
import { buildToolReaders } from './build-tool-readers.ts'
import { cyclonedxJson } from './cyclonedx-json.ts'
import { cyclonedxXml } from './cyclonedx-xml.ts'
import { spdx3 } from './spdx-3.ts'
import { spdxJson } from './spdx-json.ts'
import { spdxTagValue } from './spdx-tag-value.ts'
import { bunLock } from './javascript/bun-lock.ts'
import { pnpmLock } from './javascript/pnpm-lock.ts'
import { yarnLock } from './javascript/yarn-lock.ts'
import { pdmLock } from './python/pdm-lock.ts'
import { pipfileLock } from './python/pipfile-lock.ts'
import { poetryLock } from './python/poetry-lock.ts'
import { pylockToml } from './python/pylock-toml.ts'
import { requirementsTxt } from './python/requirements-txt.ts'
import { uvLock } from './python/uv-lock.ts'
import { podfileLock } from './cocoapods/podfile-lock.ts'
import { pubspecLock } from './dart/pubspec-lock.ts'
import { mixLock } from './elixir/mix-lock.ts'
import { githubWorkflow } from './github/github-workflow.ts'
import { packageResolved } from './swift/package-resolved.ts'

/** Every reader there is. Each has real documents in fixtures/<id>/, which readers.fuzz.test.ts mutates. */
export const readers: readonly DocumentReader[] = [
  cyclonedxJson,
  cyclonedxXml,
  spdxJson,
  spdxTagValue,
  spdx3,
  podfileLock,
  pubspecLock,
  mixLock,
  githubWorkflow,
  packageResolved,
  bunLock,
  pnpmLock,
  yarnLock,
  pdmLock,
  pipfileLock,
  poetryLock,
  pylockToml,
  requirementsTxt,
  uvLock,
  ...ecosystems.flatMap(({ readers }) => readers),
  ...buildToolReaders,
]

/** The reader that the file of a path is for, in a walk over a folder; null when none is. */
export function claimedReader(path: string): DocumentReader | null {
  const [, folder = '', fileName = ''] = /^(?:(.*)[/\\])?([^/\\]*)$/s.exec(path) ?? []
  return readers.find((reader) => reader.claims(fileName, folder.replaceAll('\\', '/'))) ?? null
}

const companionNames = new Set(readers.flatMap(({ companions = [] }) => companions))

/** Whether a file is no inventory and only helps to read others: a package.json beside its lockfile. */
export const isCompanion = (path: string): boolean =>
  companionNames.has(path.split(/[/\\]/).at(-1)!) && claimedReader(path) === null
