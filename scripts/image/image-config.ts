/** What Dockerfile and OCI image have in common; a test compares them. */
export const imageConfig = (version: string): Record<string, unknown> => ({
  User: '1000:0',
  WorkingDir: '/data',
  Env: [
    'PATH=/opt/assay/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    'HOME=/data',
    'TMPDIR=/tmp',
    'NODE_COMPILE_CACHE=/tmp/assay-cache',
    'MALLOC_ARENA_MAX=2',
    'ASSAY_DATA=/data',
    'ASSAY_HOST=0.0.0.0',
  ],
  Entrypoint: ['/opt/assay/bin/node', '--max-semi-space-size=16', '/opt/assay/apps/server/dist/main.js'],
  ExposedPorts: { '8800/tcp': {} },
  Volumes: { '/data': {} },
  StopSignal: 'SIGTERM',
  Labels: {
    'org.opencontainers.image.title': 'Assay',
    'org.opencontainers.image.description': 'Shows what software is made of and whether it gets safer',
    'org.opencontainers.image.licenses': 'Apache-2.0',
    'org.opencontainers.image.version': version,
  },
})
