import type { NewEvent } from '#platform/outbox/events.ts'
import { randomUUID } from 'node:crypto'

/** The event of a finding that a rescan opened. */
export const openedIn = (projectUuid: string, branchUuid: string): NewEvent => ({
  type: 'findings.opened',
  payload: {
    projectUuid,
    branchUuid,
    scanUuid: randomUUID(),
    isRescan: true,
    findings: [
      {
        findingUuid: randomUUID(),
        ecosystem: 'npm',
        packageName: 'lodash',
        advisoryUuid: '00000000-0000-4000-8000-000000000001',
        cve: 'CVE-2099-0001',
        severity: 'critical',
        cvss: 9.8,
        isMalware: false,
        hasFix: true,
      },
    ],
  },
})
