/** What stores are opened with, and daemons that check what they wrote. */
export const SECRET_KEY = "tests-only-Yw3Nq8VbZ6tKj1RmXc0LpD5sHg9UfE2a";
