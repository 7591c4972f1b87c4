/** Values as of `--set-json`: every value of the chart is in one of them, which a test checks. */
export interface ChartCase {
  name: string
  values: Record<string, unknown>
  /** Texts that must be rendered. */
  shows?: readonly string[]
  /** Texts that must not be. */
  hides?: readonly string[]
}

const split = {
  topology: 'split',
  database: { existingSecret: 'assay-db-app' },
  secretKey: { existingSecret: 'assay-key' },
}

export const chartCases: readonly ChartCase[] = [
  { name: 'one pod', values: {}, shows: ['kind: StatefulSet', 'volumeClaimTemplates'] },
  { name: 'web and worker pods', values: split, shows: ['kind: Deployment', 'kind: PodDisruptionBudget'] },
  {
    name: 'poolers and standbys',
    values: {
      ...split,
      database: {
        existingSecret: 'assay-db',
        urlKey: 'pooled',
        directUrlKey: 'direct',
        readUrlKey: 'standbys',
      },
      secretKey: { existingSecret: 'assay-key', key: 'key' },
      web: { replicas: 3, resources: {}, pdb: { enabled: true, maxUnavailable: 2 } },
      worker: { replicas: 4, resources: {}, pdb: { enabled: true, maxUnavailable: 1 } },
    },
    shows: ['ASSAY_DIRECT_DATABASE_URL', 'ASSAY_READ_DATABASE_URL', 'key: standbys', 'replicas: 4'],
  },
  {
    name: 'workers by the age of jobs',
    values: {
      ...split,
      worker: {
        autoscaling: {
          enabled: true,
          minReplicas: 2,
          maxReplicas: 9,
          metric: 'assay_job_oldest_seconds',
          targetSeconds: 30,
        },
      },
    },
    shows: ['kind: HorizontalPodAutoscaler', 'maxReplicas: 9'],
  },
  {
    name: 'below a path, with TLS of its own',
    values: {
      publicUrl: 'https://example.org/assay',
      basePath: '/assay',
      scheme: 'HTTPS',
      settings: { ASSAY_TLS_CERTIFICATE: '/tls/tls.crt', ASSAY_LOG_LEVEL: 'warn' },
      settingsFrom: ['assay-settings'],
      service: { port: 443 },
      ingress: {
        enabled: true,
        className: 'nginx',
        host: 'example.org',
        annotations: { 'nginx.ingress.kubernetes.io/proxy-body-size': '256m' },
        tlsSecret: 'assay-tls',
      },
    },
    shows: ['kind: Ingress', 'path: /assay', 'scheme: HTTPS', 'name: assay-settings'],
  },
  {
    name: 'watched and fenced in',
    values: {
      ...split,
      metrics: {
        enabled: true,
        port: 9500,
        serviceMonitor: {
          enabled: true,
          interval: '15s',
          labels: { release: 'prometheus' },
          tlsConfig: { serverName: 'assay.example.org' },
        },
      },
      networkPolicy: {
        enabled: true,
        ingressFrom: [{ namespaceSelector: { matchLabels: { name: 'ingress' } } }],
        metricsFrom: [{ podSelector: { matchLabels: { app: 'prometheus' } } }],
      },
    },
    shows: ['kind: NetworkPolicy', 'kind: ServiceMonitor', 'interval: 15s'],
  },
  {
    name: 'OpenShift',
    values: { podSecurityContext: null, securityContext: { allowPrivilegeEscalation: false } },
    hides: ['runAsUser', 'fsGroup'],
  },
  {
    name: 'everything that a cluster may ask for',
    values: {
      image: { repository: 'registry.example.org/assay', tag: '1.2.3', pullPolicy: 'Always' },
      imagePullSecrets: [{ name: 'registry' }],
      persistence: {
        size: '50Gi',
        storageClass: 'fast',
        accessModes: ['ReadWriteOncePod'],
        backupClaim: 'assay-backups',
      },
      monolith: { resources: { requests: { cpu: '1', memory: '2Gi' }, limits: { memory: '8Gi' } } },
      securityContext: {
        allowPrivilegeEscalation: true,
        readOnlyRootFilesystem: false,
        capabilities: { drop: ['NET_RAW'] },
      },
      serviceAccountName: 'assay',
      podAnnotations: { note: 'text' },
      podLabels: { tier: 'web' },
      nodeSelector: { 'kubernetes.io/arch': 'arm64' },
      tolerations: [{ key: 'dedicated', operator: 'Exists' }],
      affinity: { nodeAffinity: {} },
      topologySpreadConstraints: [
        {
          maxSkew: 1,
          topologyKey: 'kubernetes.io/hostname',
          whenUnsatisfiable: 'ScheduleAnyway',
          labelSelector: { matchLabels: { 'app.kubernetes.io/name': 'assay' } },
        },
      ],
      terminationGracePeriodSeconds: 120,
      drainSeconds: 10,
      caBundle: { configMap: 'internal-ca', key: 'ca.pem' },
    },
    shows: ['assay:1.2.3', 'claimName: assay-backups', 'NODE_EXTRA_CA_CERTS', 'ASSAY_DRAIN_SECONDS'],
  },
]

/** Values that the schema of the chart must refuse. */
export const refusedCases: readonly ChartCase[] = [
  { name: 'an unknown value', values: { replicas: 3 } },
  { name: 'an unknown topology', values: { topology: 'many' } },
  { name: 'pods without a database', values: { topology: 'split' } },
  { name: 'a path without a slash', values: { basePath: 'assay' } },
]
