export { germanSeverityNames as severityNames } from '@assay/engine/severity-names.ts'
