import { tlsCertificate } from '@assay/server/testing/tls-certificate.ts'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** An OpenLDAP server of Debian below the folder, with people and groups. */
export async function startSlapd(root: string, base: string) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-slapd-'))
  mkdirSync(join(folder, 'db'))
  const files = { config: join(folder, 'slapd.conf'), people: join(folder, 'people.ldif') }
  writeFileSync(join(folder, 'key.pem'), tlsCertificate.key, { mode: 0o600 })
  writeFileSync(join(folder, 'cert.pem'), tlsCertificate.cert)
  writeFileSync(files.config, configuration(resolve(root), folder, base))
  writeFileSync(files.people, peopleOf(base))
  const program = join(root, 'usr/sbin/slapd')
  const libraries = ['usr/lib/x86_64-linux-gnu', 'usr/lib/aarch64-linux-gnu', 'usr/lib'].map((each) =>
    join(root, each),
  )
  const env = { ...process.env, ...(root !== '/' && { LD_LIBRARY_PATH: libraries.join(':') }) }
  execFileSync(program, ['-T', 'add', '-f', files.config, '-l', files.people], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [plain, secure] = [await freePort(), await freePort()]
  const urls = [`ldap://127.0.0.1:${plain}`, `ldaps://127.0.0.1:${secure}`]
  const child = spawn(program, ['-f', files.config, '-h', urls.join(' '), '-d', '0'], {
    env,
    stdio: 'ignore',
  })
  child.on('error', (error) => process.stderr.write(`${error.message}\n`))
  await untilOpen(secure)
  return {
    plainUrl: urls[0]!,
    url: urls[1]!,
    async stop() {
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}

const configuration = (root: string, folder: string, base: string) => `
${['core', 'cosine', 'nis', 'inetorgperson'].map((each) => `include ${join(root, `etc/ldap/schema/${each}.schema`)}`).join('\n')}
modulepath ${join(root, 'usr/lib/ldap')}
moduleload back_mdb
TLSCertificateFile ${join(folder, 'cert.pem')}
TLSCertificateKeyFile ${join(folder, 'key.pem')}
security simple_bind=128
database mdb
suffix "${base}"
rootdn "cn=admin,${base}"
rootpw "of the service"
directory ${join(folder, 'db')}
sizelimit size.soft=50 size.hard=50 size.pr=20 size.prtotal=unlimited
access to attrs=userPassword by anonymous auth
access to * by * none
`

const peopleOf = (base: string) =>
  [
    { dn: base, objectClass: ['dcObject', 'organization'], dc: 'example', o: 'Example' },
    { dn: `ou=people,${base}`, objectClass: ['organizationalUnit'] },
    { dn: `ou=groups,${base}`, objectClass: ['organizationalUnit'] },
    personOf(`uid=ada,ou=people,${base}`, 'ada', 'of Ada'),
    personOf(`cn=Grace \\28H*\\29\\, Admiral,ou=people,${base}`, 'grace (h*)', 'of Grace'),
    { dn: `cn=circle,ou=groups,${base}`, objectClass: ['groupOfNames'], member: `uid=ada,ou=people,${base}` },
    {
      dn: `cn=admins,ou=groups,${base}`,
      objectClass: ['groupOfNames'],
      member: `cn=circle,ou=groups,${base}`,
    },
    { dn: `cn=posix,ou=groups,${base}`, objectClass: ['posixGroup'], gidNumber: '1', memberUid: 'ada' },
    // More than a page.
    ...Array.from({ length: 60 }, (_, at) => ({
      dn: `cn=group ${at},ou=groups,${base}`,
      objectClass: ['groupOfNames'],
      member: `uid=ada,ou=people,${base}`,
    })),
    {
      dn: `cn=everyone,ou=groups,${base}`,
      objectClass: ['groupOfUniqueNames'],
      uniqueMember: `uid=ada,ou=people,${base}`,
    },
  ]
    .map(({ dn, objectClass, ...more }) =>
      [
        `dn: ${dn}`,
        ...objectClass.map((each) => `objectClass: ${each}`),
        ...Object.entries(more).map((each) => each.join(': ')),
      ].join('\n'),
    )
    .join('\n\n')

const personOf = (dn: string, uid: string, userPassword: string) => ({
  dn,
  objectClass: ['inetOrgPerson'],
  uid,
  sn: uid,
  ...(dn.startsWith('cn=') ? {} : { cn: uid }),
  mail: `${uid.split(' ', 1)[0]}@example.org`,
  userPassword,
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}

async function untilOpen(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await new Promise<boolean>((settle) =>
      socket.on('connect', () => settle(true)).on('error', () => settle(false)),
    )
    socket.destroy()
    if (isOpen) return
    await setTimeout(100)
  }
  throw new Error('slapd does not start')
}
