/**
 * Passwords of the length that is asked for and in every list of leaked ones, without case. Short ones need no list:
 * their length refuses them.
 */
const known = new Set(
  `123456789012 1234567890123 12345678901234 123456789012345 1234567890123456 012345678910 123123123123 123412341234
  123456123456 111222333444 121212121212 987654321012 qwertyuiop12 qwertyuiop123 qwertyuiopas qwertyuiopasdfghjkl
  1q2w3e4r5t6y 1q2w3e4r5t6y7u8i 1qaz2wsx3edc 1qaz2wsx3edc4rfv qazwsxedcrfv qazwsxedc123 zaq12wsxcde3 asdfghjkl123
  zxcvbnm12345 password1234 password12345 password123456 password12345678 passwordpassword password1password
  passw0rd1234 p@ssw0rd1234 p@ssword1234 mypassword123 newpassword1 changeme1234 changemeplease letmeinletmein
  welcome12345 welcome123456 iloveyou1234 iloveyouiloveyou administrator administrator1 admin1234567 adminadmin123
  adminadminadmin superadmin123 rootrootroot useruseruser testtesttest test12345678 guestguest123 qwerty123456
  qwerty1234567 qwertyqwerty abcdefghijkl abcdefghijklm abcd12345678 abc123456789 abcabcabcabc aaaaaaaaaaaa
  a1b2c3d4e5f6 football1234 baseball1234 sunshine1234 princess1234 dragon123456 monkey123456 shadow123456
  master123456 michael12345 trustno1trustno1 correcthorsebatterystaple unbelievable christopher1 christopher123
  computer1234 internet1234 samsung12345 liverpool123 manchester12 chelsea12345 barcelona123 jesuschrist1
  google123456 facebook1234 linkedin1234 minecraft123 pokemon12345 starwars1234 superman1234 batman123456`.split(
    /\s+/,
  ),
)

/** Whether everybody tries it first: listed, one character again and again, a row of digits, or the address itself. */
export function isKnownPassword(password: string, email: string): boolean {
  const text = password.toLowerCase()
  return known.has(text) || isMonotonous(text) || text.includes(email.toLowerCase())
}

const isMonotonous = (text: string) => new Set(text).size <= 3 || isRow(text)

/** '…6789012…', 'abcdef…': each character one after the other. */
function isRow(text: string): boolean {
  const steps = Array.from(
    { length: text.length - 1 },
    (_, at) => text.charCodeAt(at + 1) - text.charCodeAt(at),
  )
  return steps.every((step) => step === 1 || step === -9) || steps.every((step) => step === -1)
}
