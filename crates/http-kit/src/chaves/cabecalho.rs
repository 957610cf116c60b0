//! The key out of the `Authorization` header, and a helpful refusal for what clients send instead.

use actix_web::http::header::HeaderValue;
use base64::Engine;
use base64::alphabet::{STANDARD, URL_SAFE};
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use super::formato::{ChaveAnalisada, analisar};
use crate::erro::MotivoNaoAutorizado;

/// `Basic <key>` with the scheme in any case or absent; the key raw, never base64.
pub(super) fn ler(cabecalho: Option<&HeaderValue>) -> Result<ChaveAnalisada, MotivoNaoAutorizado> {
    let valor = cabecalho.ok_or(MotivoNaoAutorizado::Ausente)?;
    let valor = valor.to_str().map_err(|_| MotivoNaoAutorizado::Malformado)?.trim();
    if valor.is_empty() {
        return Err(MotivoNaoAutorizado::Ausente);
    }
    let chave = match valor.split_once([' ', '\t']) {
        Some((esquema, chave)) if esquema.eq_ignore_ascii_case("basic") => chave.trim(),
        Some(_) => return Err(MotivoNaoAutorizado::Esquema),
        None => valor,
    };
    analisar(chave).map_err(|_| {
        if e_usuario_e_senha(chave) { MotivoNaoAutorizado::Base64 } else { MotivoNaoAutorizado::Malformado }
    })
}

/// What `curl -u` and most HTTP libraries make of a user and a password.
fn e_usuario_e_senha(texto: &str) -> bool {
    let config = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    [STANDARD, URL_SAFE].iter().any(|alfabeto| {
        GeneralPurpose::new(alfabeto, config).decode(texto).is_ok_and(|bytes| bytes.contains(&b':'))
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::super::formato::gerar;
    use super::*;
    use store::tokens::TipoToken;

    fn motivo(texto: &str) -> MotivoNaoAutorizado {
        ler(Some(&HeaderValue::from_bytes(texto.as_bytes()).unwrap())).unwrap_err()
    }

    #[test]
    fn the_scheme_comes_in_any_case_or_not_at_all() {
        let (chave, hash) = gerar(TipoToken::Loja).unwrap();
        for texto in
            [format!("Basic {chave}"), format!("basic  {chave} "), format!("BASIC\t{chave}"), chave.clone()]
        {
            assert_eq!(ler(Some(&HeaderValue::from_str(&texto).unwrap())).unwrap().hash, hash);
        }
    }

    #[test]
    fn what_clients_send_instead_is_named() {
        use base64::engine::general_purpose::STANDARD as PADRAO;
        let (chave, _) = gerar(TipoToken::Loja).unwrap();
        assert_eq!(ler(None), Err(MotivoNaoAutorizado::Ausente));
        assert_eq!(motivo(""), MotivoNaoAutorizado::Ausente);
        assert_eq!(motivo(&format!("Bearer {chave}")), MotivoNaoAutorizado::Esquema);
        assert_eq!(motivo("Basic"), MotivoNaoAutorizado::Malformado);
        assert_eq!(motivo("Basic é"), MotivoNaoAutorizado::Malformado);
        assert_eq!(motivo(&format!("Basic {}x", &chave[..37])), MotivoNaoAutorizado::Malformado);
        for par in ["user:pass".to_owned(), format!("{chave}:"), format!(":{chave}")] {
            assert_eq!(motivo(&format!("Basic {}", PADRAO.encode(par))), MotivoNaoAutorizado::Base64);
        }
        assert_eq!(motivo("Basic dTpw"), MotivoNaoAutorizado::Base64);
    }
}
