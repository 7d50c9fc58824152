// Signing in and signing up.
export default function SignIn() {
  return <div className="centered">Sign in</div>
}
