import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'

export interface LivePackage {
  name: string
  /** Versions in use: clients read their dates and licenses first. */
  versions?: readonly string[]
}

const named = (...names: string[]): LivePackage[] => names.map((name) => ({ name }))

/** Ordered by variety, so that --packages keeps the most different ones. */
export const livePackages: ReadonlyMap<EcosystemId, readonly LivePackage[]> = new Map([
  [
    'npm',
    [
      { name: '@types/node', versions: ['18.0.0'] },
      { name: 'JSONStream', versions: ['1.3.5'] },
      { name: 'request', versions: ['2.88.2'] },
      ...named('lodash.merge', 'socket.io', '@babel/core', '@angular/core', 'left-pad', 'event-stream'),
      ...named('core-js', 'uuid', 'har-validator', '@npmcli/arborist', 'underscore.string', 'typescript'),
      ...named('angular', 'bower', 'node-uuid', '@discoveryjs/json-ext', 'q'),
    ],
  ],
  [
    'pypi',
    [
      { name: 'zope.interface', versions: ['5.0.0'] },
      { name: 'ruamel.yaml.clib', versions: ['0.2.8'] },
      { name: 'PyYAML', versions: ['5.3.1'] },
      ...named('Jinja2', 'backports.zoneinfo', 'jaraco.classes', 'python-dateutil', 'pycrypto', 'Django'),
      ...named('SQLAlchemy', 'sklearn', 'attrs', 'pytz', 'typing_extensions', 'importlib-metadata'),
      ...named('MarkupSafe', 'setuptools', 'cffi', 'nose', 'Twisted'),
    ],
  ],
  [
    'go',
    [
      { name: 'github.com/docker/docker', versions: ['v20.10.7+incompatible'] },
      { name: 'github.com/Masterminds/semver/v3', versions: ['v3.2.0'] },
      { name: 'golang.org/x/crypto', versions: ['v0.0.0-20210921155107-089bfa567519'] },
      ...named(
        'gopkg.in/yaml.v3',
        'github.com/BurntSushi/toml',
        'github.com/golang/protobuf',
        'github.com/russross/blackfriday/v2',
      ),
      ...named('github.com/dgrijalva/jwt-go', 'github.com/Azure/azure-sdk-for-go', 'k8s.io/client-go'),
      ...named(
        'github.com/satori/go.uuid',
        'github.com/spf13/cobra',
        'go.uber.org/zap',
        'google.golang.org/grpc',
      ),
      ...named('github.com/gogo/protobuf', 'github.com/pkg/errors', 'github.com/golang-jwt/jwt/v5'),
      ...named('gopkg.in/check.v1', 'github.com/go-yaml/yaml', 'cloud.google.com/go'),
    ],
  ],
  [
    'crates.io',
    [
      { name: 'serde_json', versions: ['1.0.50'] },
      { name: 'Inflector', versions: ['0.11.4'] },
      { name: 'rustc-serialize', versions: ['0.3.24'] },
      ...named(
        'a',
        'fs',
        'syn',
        'libc',
        'time',
        'failure',
        'cfg-if',
        'tokio',
        'chrono',
        'winapi',
        'openssl-sys',
      ),
      ...named('hyper', 'futures', 'ring', 'bitflags', 'lazy_static', 'RustyXML'),
    ],
  ],
  [
    'maven',
    [
      { name: 'org.slf4j:slf4j-api', versions: ['1.7.36'] },
      { name: 'com.google.guava:guava', versions: ['30.1-jre'] },
      { name: 'commons-io:commons-io', versions: ['2.4'] },
      ...named('log4j:log4j', 'org.apache.logging.log4j:log4j-core', 'javax.servlet:javax.servlet-api'),
      ...named('io.netty:netty-all', 'org.scala-lang:scala-library', 'org.clojure:clojure'),
      ...named(
        'junit:junit',
        'org.springframework:spring-core',
        'com.fasterxml.jackson.core:jackson-databind',
      ),
      ...named('org.scalatest:scalatest_2.13', 'xerces:xercesImpl', 'org.bouncycastle:bcprov-jdk15on'),
      ...named('com.h2database:h2', 'mysql:mysql-connector-java', 'org.hibernate:hibernate-core'),
      ...named('org.jetbrains.kotlin:kotlin-stdlib', 'asm:asm'),
    ],
  ],
])
