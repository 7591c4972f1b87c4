import type { ReportComponent, ScanReport } from './scan-report.ts'

/** What GitHub wants to know of the run that made a snapshot. */
export interface SnapshotBuild {
  /** Of the commit. */
  sha: string
  /** 'refs/heads/main' */
  ref: string
  /** Of the run. */
  id: string
  /** The newest snapshot of each counts. */
  correlator: string
  /** Of the run's page. */
  url?: string
}

/**
 * A snapshot for GitHub's dependency graph, with a manifest for each file that lists components. Those without a package
 * URL are left out. https://docs.github.com/en/rest/dependency-graph/dependency-submission
 */
export function writeDependencySnapshot(report: ScanReport, build: SnapshotBuild): object {
  const { tool, project, reportUrl, components, at } = report
  const files = new Set(components.flatMap(({ locations }) => locations))
  const manifests = [...files].map((file) => [file, manifestOf(file, components)] as const)
  return {
    version: 0,
    job: {
      id: build.id,
      correlator: build.correlator,
      ...(build.url !== undefined && { html_url: build.url }),
    },
    sha: build.sha,
    ref: build.ref,
    detector: {
      name: tool.name,
      version: tool.version,
      url: reportUrl === null ? project.url : new URL(reportUrl).origin,
    },
    scanned: new Date(at).toISOString(),
    manifests: Object.fromEntries(manifests.filter(([, { resolved }]) => Object.keys(resolved).length > 0)),
  }
}

function manifestOf(file: string, components: readonly ReportComponent[]) {
  const isHere = ({ purl, locations }: ReportComponent) => purl !== null && locations.includes(file)
  const needed = new Map<ReportComponent, string[]>()
  for (const component of components.filter(isHere))
    for (const at of component.requiredBy) {
      const parent = components[at]!
      if (isHere(parent)) needed.set(parent, [...(needed.get(parent) ?? []), component.purl!])
    }
  const resolved = components.filter(isHere).map((component) => {
    const { purl, isDirect, isTest } = component
    return [
      purl!,
      {
        package_url: purl!,
        ...(isDirect !== null && { relationship: isDirect ? 'direct' : 'indirect' }),
        scope: isTest ? 'development' : 'runtime',
        dependencies: needed.get(component) ?? [],
      },
    ] as const
  })
  return { name: file, file: { source_location: file }, resolved: Object.fromEntries(resolved) }
}
