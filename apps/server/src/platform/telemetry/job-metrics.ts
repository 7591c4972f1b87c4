import { buckets, defineHistogram } from './registry.ts'

export const jobSeconds = defineHistogram({
  name: 'assay_job_duration_seconds',
  help: 'Attempts of jobs, by kind and outcome.',
  labels: ['job', 'outcome'],
  bounds: buckets.job,
})

export const jobWaitSeconds = defineHistogram({
  name: 'assay_job_wait_seconds',
  help: 'How long jobs were queued before their first attempt, by kind.',
  labels: ['job'],
  bounds: buckets.job,
})

export const scanSeconds = defineHistogram({
  name: 'assay_scan_stage_seconds',
  help: 'Stages of scans: reading the documents, and matching them and storing the result.',
  labels: ['stage'],
  bounds: buckets.job,
})
