import { helmFormat } from '../../lockfiles/infrastructure/helm-lock.ts'
import { manifestReader } from '../manifest-reader.ts'

/** Chart.yaml without a lockfile: https://helm.sh/docs/topics/charts/#chart-dependencies */
export const chartYaml = manifestReader({
  ...helmFormat,
  id: 'chart-yaml',
  title: 'Chart.yaml',
  matchesPath: (fileName) => fileName === 'Chart.yaml',
})
