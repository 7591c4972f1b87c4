import type { SnapshotBuild } from '@assay/engine/reports/dependency-snapshot.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'

/**
 * The run of GitHub Actions that this is, or what its variables say elsewhere. Throws CommandError without a commit.
 * https://docs.github.com/actions/reference/workflows-and-actions/variables
 */
export function readSnapshotBuild(environment: Readonly<Record<string, string | undefined>>): SnapshotBuild {
  const { GITHUB_SHA: sha, GITHUB_REF: ref, GITHUB_RUN_ID: run, GITHUB_SERVER_URL: site } = environment
  const { GITHUB_WORKFLOW: workflow, GITHUB_JOB: job, GITHUB_REPOSITORY: repository } = environment
  if (!sha || !ref)
    throw new CommandError(
      exitCodes.configuration,
      'A snapshot names a commit: run it in GitHub Actions, or set GITHUB_SHA and GITHUB_REF (refs/heads/main).',
    )
  return {
    sha,
    ref,
    id: run || sha,
    correlator: [workflow, job].filter(Boolean).join('_') || 'assay',
    ...(run && site && { url: `${site}/${repository}/actions/runs/${run}` }),
  }
}
