import { sarifPackages } from './sarif/sarif-packages.ts'
import { sarif } from './sarif/sarif.ts'
import { compose } from './images/compose.ts'
import { dockerfile } from './images/dockerfile.ts'
import { gitlabCi } from './images/gitlab-ci.ts'
import { helmValues } from './images/helm-values.ts'
import { kubernetes } from './images/kubernetes.ts'
import { isDependencyFile } from './find-unlocked.ts'
import type { DocumentReader } from '../inventory.ts'
import { isRepositoryPolicy } from '../policies/repository-rules.ts'
import { lockfileReaders } from './lockfile-readers.ts'
import { manifestReaders } from './manifest-readers.ts'
import { cyclonedxJson } from './sbom/cyclonedx/cyclonedx-json.ts'
import { cyclonedxXml } from './sbom/cyclonedx/cyclonedx-xml.ts'
import { spdx3 } from './sbom/spdx/spdx-3.ts'
import { spdxJson } from './sbom/spdx/spdx-json.ts'
import { spdxRdf } from './sbom/spdx/spdx-rdf.ts'
import { spdxTagValue } from './sbom/spdx/spdx-tag-value.ts'
import { attestation } from './sbom/tools/attestation.ts'
import { cyclonedxProtobuf } from './sbom/tools/cyclonedx-protobuf.ts'
import { dependencyCheckJson, dependencyCheckXml } from './sbom/tools/dependency-check.ts'
import { fpfJson } from './sbom/tools/fpf-json.ts'
import { genericFindingsJson } from './sbom/tools/generic-findings-json.ts'
import { npmAuditJson } from './sbom/tools/npm-audit-json.ts'
import { osvScannerJson } from './sbom/tools/osv-scanner-json.ts'
import { pipAuditJson } from './sbom/tools/pip-audit-json.ts'
import { snykJson } from './sbom/tools/snyk-json.ts'
import { githubSbom } from './sbom/tools/github-sbom.ts'
import { githubSnapshot } from './sbom/tools/github-snapshot.ts'
import { gitlabDependencyList, gitlabReport } from './sbom/tools/gitlab-report.ts'
import { grypeJson } from './sbom/tools/grype-json.ts'
import { syftJson } from './sbom/tools/syft-json.ts'
import { trivyJson } from './sbom/tools/trivy-json.ts'
import { spdxYaml } from './sbom/spdx/spdx-yaml.ts'

/** All readers. Each has fixtures in fixtures/<id>/, which readers.fuzz.test.ts mutates. */
export const readers: readonly DocumentReader[] = [
  cyclonedxJson,
  cyclonedxXml,
  spdxJson,
  spdxTagValue,
  spdx3,
  spdxYaml,
  spdxRdf,
  cyclonedxProtobuf,
  attestation,
  syftJson,
  trivyJson,
  grypeJson,
  osvScannerJson,
  snykJson,
  npmAuditJson,
  pipAuditJson,
  dependencyCheckJson,
  dependencyCheckXml,
  fpfJson,
  gitlabReport,
  gitlabDependencyList,
  genericFindingsJson,
  githubSnapshot,
  githubSbom,
  sarifPackages,
  sarif,
  ...lockfileReaders,
  ...manifestReaders,
  dockerfile,
  compose,
  gitlabCi,
  helmValues,
  kubernetes,
]

const claiming = readers.filter(({ isManifest }) => isManifest !== true)

/** The reader that matches a path when a folder is searched; null if none does. */
export const claimedReader = (path: string): DocumentReader | null => readerIn(claiming, path)

/** The reader of a manifest, which is read where no lockfile stands for it; null if there is none. */
export const manifestReader = (path: string): DocumentReader | null => readerIn(manifestReaders, path)

function readerIn(list: readonly DocumentReader[], path: string): DocumentReader | null {
  const plain = path.includes('\\') ? path.replaceAll('\\', '/') : path
  const at = plain.lastIndexOf('/')
  const [folder, fileName] = [plain.slice(0, Math.max(0, at)), plain.slice(at + 1)]
  return list.find((reader) => reader.matchesPath(fileName, folder)) ?? null
}

/** Whether a path is that of a lockfile or manifest, which lists all packages of its ecosystem. */
export function isLockfile(path: string): boolean {
  const reader = claimedReader(path)
  return reader !== null && lockfileReaders.includes(reader)
}

const companionNames = new Set(readers.flatMap(({ companions = [] }) => companions))

/** Whether a file only helps to read others, such as the package.json next to a lockfile, or a .meterian or assay.yaml file. */
export const isCompanion = (path: string): boolean =>
  isRepositoryPolicy(path) ||
  ((companionNames.has(path.split(/[/\\]/).at(-1)!) || isDependencyFile(path)) &&
    claimedReader(path) === null)
