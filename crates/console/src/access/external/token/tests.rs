//! Tokens of another program (Node.js's `crypto`), and ones that do not count.

use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::json;

use super::*;

const MODULUS: &str = "\
    pjg4UhORqe3EcLpv2toRDTyv7VCvy53kSrWd8GJnrzs1nG4OhnTufqmzzi-Q8mz2ZWQvcEsHm_zIV24tpCOCSiFf0YbHYXx1yXWR\
    phiSVqKUKBwv_gurJFdsA2KNgYCMRsJK4_KBJ5kz4qb39CArD3Uvajt5gyKNuiOl8j8hOdsfwEeS4e8jHwmiZj6DbTzOHfpYX0lQ\
    ISVDF8_hMMBL12aQV4DqwcyStye_lH2USQ0Jxv8DniE4J7ejrgHG4yeDwsCKycLyFlaaceDlkI6NPi6xxKtVZyYFrZFjeyEomqCn\
    U67fmkJyvItdRoDJi_sYvSVyayLwEPwQ1p2asffVCw";
const X: &str = "\
    FmIrVsDHXnr9wnXIiq8mxneB5vpte5qJUXNQSEFs_Dg";
const Y: &str = "\
    Qd6T0OgIagaT1cnGOq_II1765QGFIP2uAg3T_xmyLe0";
const RS256: &str = "\
    eyJhbGciOiJSUzI1NiIsImtpZCI6InJzYSJ9.eyJpc3MiOiJodHRwczovL2NvbnRhLmV4YW1wbGUuY29tIiwic3ViIjoiMjQ4Mjg\
    5NzYxMDAxIiwiYXVkIjoiaHViIiwiZXhwIjoxODAwMDAwMDAwLCJpYXQiOjE3OTk5OTk3MDAsIm5vbmNlIjoibi0wUzZfV3pBMk1\
    qIiwiYXV0aF90aW1lIjoxNzk5OTk5NjkwLCJlbWFpbCI6ImFuYUB4LmV4YW1wbGUiLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZX0.PAd\
    udquuJg1k2jRfVbioy24rwG1VwTtf9v4mlsMCSIYZ0zdjSIZmFpxbnaJhzM5lFjcXOpG-D6L90ZgnjGEC6lBX1sdacKLcetH-L0z\
    8kDVgWrPGUV_qJAOGQzE15HC2fMDsfn1cZFvwq0Yp2bhy7fRKtT8yJ8kJLp49-AAtFc6W-iK5oenbYU0tgRGMTDfAmIn0qT27RhW\
    JqzYqcb258PhhA3jBuJe4P_4o3sPIhSGvvxsLnEFEtgXwq5-dC-WF-Zv0i1iBuoeSndzmeUrTG_m1tgFr0WahGVOT6oLSyCKylqn\
    AS_YegpdU_rBO72gegXsfmeoAzqMCLXhRgOpcCw";
const PS256: &str = "\
    eyJhbGciOiJQUzI1NiIsImtpZCI6InJzYSJ9.eyJpc3MiOiJodHRwczovL2NvbnRhLmV4YW1wbGUuY29tIiwic3ViIjoiMjQ4Mjg\
    5NzYxMDAxIiwiYXVkIjoiaHViIiwiZXhwIjoxODAwMDAwMDAwLCJpYXQiOjE3OTk5OTk3MDAsIm5vbmNlIjoibi0wUzZfV3pBMk1\
    qIiwiYXV0aF90aW1lIjoxNzk5OTk5NjkwLCJlbWFpbCI6ImFuYUB4LmV4YW1wbGUiLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZX0.NBW\
    sBj_rBEIj5w-fwY4jfVindQv6AEK3p91BAPfa-Px6kxJXAZV0nND6jl7Y4I0HPN55rHHrWcz-Ao41aiSZNn__NoJuWu6zovigQOu\
    rIw_S-EAbJtuvryzjpW-aqdtWNTB4wKVaa_jicJoQYa_Lg7Jw2RHwVnIPwx5p7ScBb4k-WV1CtJQrWwFnTbymh_jtnnoOd7mSuBF\
    ioyKjBh7cFGDGNy_zTUA7lKnRIYE_E9mxvcjUzLY-3pCPYlWxdbkr9t8Hap_Dx7JNtgoLPH_rwYD0V0FzLvnHHm6QLYWbBMMREvh\
    vv2qSekdgCdYLS8Z8xUfDgiVoTy9-W2fqv1f9YA";
const ES256: &str = "\
    eyJhbGciOiJFUzI1NiIsImtpZCI6ImVjIn0.eyJpc3MiOiJodHRwczovL2NvbnRhLmV4YW1wbGUuY29tIiwic3ViIjoiMjQ4Mjg5\
    NzYxMDAxIiwiYXVkIjoiaHViIiwiZXhwIjoxODAwMDAwMDAwLCJpYXQiOjE3OTk5OTk3MDAsIm5vbmNlIjoibi0wUzZfV3pBMk1q\
    IiwiYXV0aF90aW1lIjoxNzk5OTk5NjkwLCJlbWFpbCI6ImFuYUB4LmV4YW1wbGUiLCJlbWFpbF92ZXJpZmllZCI6dHJ1ZX0.sE_q\
    hTlj_wzvmhWQuzpvqDgNW4JTTsbr90D4huiSHiXe6FSYAOesv8A8wpfln7xHO-TzHzSsl1vdb3pWLqvWRA";

const ISSUER: &str = "https://conta.example.com";
const NONCE: &str = "n-0S6_WzA2Mj";
/// When the tokens were made, some minutes before they end.
const NOW: f64 = 1_799_999_700.0;

fn keys(set: Value) -> Keys {
    serde_json::from_value::<KeySet>(set).unwrap().into()
}

fn others() -> Keys {
    keys(json!({ "keys": [
        { "kty": "RSA", "kid": "rsa", "use": "sig", "n": MODULUS, "e": "AQAB" },
        { "kty": "EC", "kid": "ec", "alg": "ES256", "crv": "P-256", "x": X, "y": Y },
        { "kty": "OKP", "kid": "new", "crv": "Ed25519", "x": X },
        { "kid": 7 }
    ] }))
}

fn wanted() -> Wanted<'static> {
    Wanted { issuer: ISSUER, client: "hub", nonce: NONCE, now: NOW }
}

fn fault(token: &str, keys: &Keys, wanted: &Wanted<'_>) -> Option<Fault> {
    verified(token, keys, wanted).err()
}

#[test]
fn tokens_of_another_program_are_read() {
    for token in [RS256, PS256, ES256] {
        let claims = verified(token, &others(), &wanted()).unwrap();
        assert_eq!((claims.sub.as_str(), claims.email.as_deref()), ("248289761001", Some("ana@x.example")));
        assert!(is_true(&claims.email_verified));
        // a single letter makes it another one, in its claims as in its signature
        for at in [token.find('.').unwrap() + 9, token.len() - 9] {
            let other = if token.as_bytes()[at] == b'A' { "B" } else { "A" };
            let changed = format!("{}{other}{}", &token[..at], &token[at + 1..]);
            assert_eq!(fault(&changed, &others(), &wanted()), Some(Fault::Signature));
        }
        let late = Wanted { now: 1_800_000_061.0, ..wanted() };
        assert_eq!(fault(token, &others(), &late), Some(Fault::Expired));
        assert_eq!(fault(token, &others(), &Wanted { now: 1_800_000_059.0, ..wanted() }), None);
    }
    // one signature is none of the other kind
    let (_, signature) = PS256.rsplit_once('.').unwrap();
    let (message, _) = RS256.rsplit_once('.').unwrap();
    assert_eq!(fault(&format!("{message}.{signature}"), &others(), &wanted()), Some(Fault::Signature));
}

/// A token by a key of this test.
struct Signer(EcdsaKeyPair, SystemRandom);

impl Signer {
    fn new() -> Self {
        let (random, how) = (SystemRandom::new(), &ECDSA_P256_SHA256_FIXED_SIGNING);
        let pair = EcdsaKeyPair::generate_pkcs8(how, &random).unwrap();
        Self(EcdsaKeyPair::from_pkcs8(how, pair.as_ref(), &random).unwrap(), random)
    }

    fn jwk(&self, more: Value) -> Value {
        let point = self.0.public_key().as_ref();
        let (x, y) = (URL_SAFE_NO_PAD.encode(&point[1..33]), URL_SAFE_NO_PAD.encode(&point[33..]));
        let mut jwk = json!({ "kty": "EC", "kid": "1", "crv": "P-256", "x": x, "y": y });
        jwk.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        jwk
    }

    fn token(&self, header: Value, more: Value) -> String {
        let mut claims =
            json!({ "iss": ISSUER, "sub": "1", "aud": "hub", "exp": NOW + 300.0, "nonce": NONCE });
        for (name, value) in more.as_object().unwrap() {
            match value {
                Value::Null => claims.as_object_mut().unwrap().remove(name),
                value => claims.as_object_mut().unwrap().insert(name.clone(), value.clone()),
            };
        }
        let part = |value: Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let message = format!("{}.{}", part(header), part(claims));
        let signature = self.0.sign(&self.1, message.as_bytes()).unwrap();
        format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature))
    }
}

#[test]
fn what_does_not_fit_does_not_count() {
    let signer = Signer::new();
    let set = keys(json!({ "keys": [signer.jwk(json!({}))] }));
    let header = json!({ "alg": "ES256", "kid": "1" });
    let of = |claims: Value| fault(&signer.token(header.clone(), claims), &set, &wanted());
    let long = "a".repeat(256);
    for good in [
        json!({}),
        json!({ "aud": ["hub"] }),
        json!({ "aud": ["hub", "outro"], "azp": "hub" }),
        json!({ "exp": NOW - 59.0 }),
        json!({ "auth_time": NOW - 1859.0 }),
    ] {
        assert_eq!(of(good.clone()), None, "{good}");
    }
    for (bad, why) in [
        (json!({ "iss": "https://conta.example.com/" }), Fault::Issuer),
        (json!({ "aud": "outro" }), Fault::Audience),
        (json!({ "aud": [] }), Fault::Audience),
        (json!({ "aud": ["hub", "outro"] }), Fault::Audience),
        (json!({ "aud": ["hub", "outro"], "azp": "outro" }), Fault::Audience),
        (json!({ "azp": "outro" }), Fault::Audience),
        (json!({ "exp": NOW - 60.0 }), Fault::Expired),
        (json!({ "exp": null }), Fault::Form),
        (json!({ "nonce": "outro" }), Fault::Nonce),
        (json!({ "nonce": null }), Fault::Nonce),
        (json!({ "auth_time": NOW - 1861.0 }), Fault::Stale),
        (json!({ "sub": "" }), Fault::Form),
        (json!({ "sub": long }), Fault::Form),
        (json!({ "sub": "a\nb" }), Fault::Form),
        (json!({ "sub": null }), Fault::Form),
    ] {
        assert_eq!(of(bad.clone()), Some(why), "{bad}");
    }
}

#[test]
fn an_algorithm_is_one_of_three_and_fits_its_key() {
    let (signer, other) = (Signer::new(), Signer::new());
    let set = |more: Value| keys(json!({ "keys": [signer.jwk(more)] }));
    let signed = |header: Value| signer.token(header, json!({}));
    for alg in ["none", "None", "", "HS256", "RS384", "ES384", "EdDSA"] {
        let token = signed(json!({ "alg": alg, "kid": "1" }));
        assert_eq!(fault(&token, &set(json!({})), &wanted()), Some(Fault::Algorithm), "{alg}");
        let unsigned = format!("{}.", token.rsplit_once('.').unwrap().0);
        assert_eq!(fault(&unsigned, &set(json!({})), &wanted()), Some(Fault::Algorithm), "{alg}");
    }
    let token = signed(json!({ "alg": "ES256", "kid": "1", "crit": ["b64"] }));
    assert_eq!(fault(&token, &set(json!({})), &wanted()), Some(Fault::Algorithm));
    // of another kind, for something else, or by another name
    let token = signed(json!({ "alg": "RS256", "kid": "1" }));
    assert_eq!(fault(&token, &set(json!({})), &wanted()), Some(Fault::Key));
    let token = signed(json!({ "alg": "ES256", "kid": "1" }));
    for more in [
        json!({ "use": "enc" }),
        json!({ "kid": "2" }),
        json!({ "alg": "ES384" }),
        json!({ "crv": "P-384" }),
        json!({ "x": "?" }),
    ] {
        assert_eq!(fault(&token, &set(more.clone()), &wanted()), Some(Fault::Key), "{more}");
    }
    let both = keys(json!({ "keys": [other.jwk(json!({})), signer.jwk(json!({ "kid": "2" }))] }));
    assert_eq!(fault(&token, &both, &wanted()), Some(Fault::Signature), "the other key has that name");
    // without a name any of the keys may be meant
    let token = signed(json!({ "alg": "ES256" }));
    assert_eq!(fault(&token, &both, &wanted()), None);
    let others = keys(json!({ "keys": [other.jwk(json!({}))] }));
    assert_eq!(fault(&token, &others, &wanted()), Some(Fault::Key));
    for odd in ["", "a", "a.b", "a.b.c", "e30.e30.", &format!("{token}.x"), &format!("x.{token}")] {
        assert!(fault(odd, &both, &wanted()).is_some(), "{odd}");
    }
}
