/** Severities by their name in the API; other outputs have the same names. */
export { severityNames, severityWords } from '@assay/engine/severity-names.ts'
