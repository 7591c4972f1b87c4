export {
  germanSeverityNames as severityNames,
  germanSeverityWords as severityWords,
} from '@assay/engine/severity-names.ts'
