import { decodePercent } from '@assay/text/decode-percent.ts'
import { z } from 'zod'
import { PlainUrl } from './setting-values.ts'

/** As any OpenTelemetry SDK reads them: https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/ */
export const tracingVariables = {
  OTEL_SDK_DISABLED: z.stringbool().default(false),
  OTEL_EXPORTER_OTLP_ENDPOINT: PlainUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: PlainUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().max(8192).optional(),
  OTEL_EXPORTER_OTLP_TIMEOUT: z.coerce.number().int().min(100).max(60_000).default(10_000),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(['http/json', 'http/protobuf'], 'must be http/json or http/protobuf')
    .default('http/json'),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none'], 'must be otlp or none').default('otlp'),
  OTEL_TRACES_SAMPLER: z
    .enum(
      [
        'always_on',
        'always_off',
        'traceidratio',
        'parentbased_always_on',
        'parentbased_always_off',
        'parentbased_traceidratio',
      ],
      'must be a sampler of OpenTelemetry, such as parentbased_traceidratio',
    )
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  OTEL_SERVICE_NAME: z.string().max(200).optional(),
  OTEL_RESOURCE_ATTRIBUTES: z.string().max(8192).optional(),
}

const Values = z.object(tracingVariables)
type TracingValues = z.infer<typeof Values>

export interface TracingSettings {
  /** undefined: traces are only named in logs. */
  endpoint: string | undefined
  headers: Record<string, string>
  timeoutMs: number
  /** Of traces that begin here. */
  ratio: number
  /** Whether a trace that comes from elsewhere is recorded as it says. */
  followsParent: boolean
  /** Of the process, 'service.name' among them. */
  resource: Record<string, string>
}

/** undefined: off. */
export function readTracing(values: TracingValues): TracingSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = values
  const isLogged = values.OTEL_TRACES_EXPORTER === 'none'
  const endpoint = own ?? (base && `${base.replace(/\/+$/, '')}/v1/traces`)
  // 'none' is the default of nobody: who sets it wants traces without sending them.
  if (values.OTEL_SDK_DISABLED || (endpoint === undefined && !isLogged)) return undefined
  const resource = readPairs(values.OTEL_RESOURCE_ATTRIBUTES)
  const name = values.OTEL_SERVICE_NAME ?? resource['service.name'] ?? 'assay'
  const sampler = values.OTEL_TRACES_SAMPLER.replace('parentbased_', '')
  return {
    endpoint: isLogged ? undefined : endpoint,
    headers: readPairs(values.OTEL_EXPORTER_OTLP_HEADERS),
    timeoutMs: values.OTEL_EXPORTER_OTLP_TIMEOUT,
    ratio: sampler === 'traceidratio' ? values.OTEL_TRACES_SAMPLER_ARG : Number(sampler === 'always_on'),
    followsParent: values.OTEL_TRACES_SAMPLER.startsWith('parentbased_'),
    resource: { ...resource, 'service.name': name },
  }
}

/** 'key1=value1,key2=value2', with percent signs as in URLs. */
function readPairs(text = ''): Record<string, string> {
  const pairs = text.split(',').flatMap((each): [string, string][] => {
    const [name = '', ...value] = each.split('=')
    return name.trim() === '' ? [] : [[name.trim(), decodePercent(value.join('=').trim())]]
  })
  return Object.fromEntries(pairs)
}
