//! Conversion of a delivery into an HTTP call.

use domain::entrega::Failure;
use domain::evento::Evento;
use domain::inscricao::Topico;
use domain::interface_b::inscricao::aviso;
use domain::loja_config::LojaDefaults;
use domain::notificacao::test_evento;
use domain::values::dates::Instante;
use store::entregas::ReadyList;

use crate::call::Call;
use crate::signature::sign;

/// The call for a delivery.
pub(crate) fn call(ready: &ReadyList, defaults: LojaDefaults, now: Instante) -> Result<Call, Failure> {
    let url = ready.url.clone().ok_or(Failure::NoAddress)?;
    let (id, body) = body(ready, defaults, now)?;
    let timestamp = now.micros().div_euclid(1_000_000);
    let signature = sign(&ready.notificacao.segredos(now), &id, timestamp, &body);
    let headers = ready.notificacao.cadastro.iter().flat_map(|registration| &registration.headers);
    let headers = headers.map(|c| (c.chave.clone(), c.valor.clone())).collect();
    Ok(Call { url, id, timestamp, signature, headers, body })
}

/// The identifier and body of a call. Interface A's body is the event itself.
fn body(ready: &ReadyList, defaults: LojaDefaults, now: Instante) -> Result<(String, String), Failure> {
    let entrega = &ready.reserved;
    if entrega.tipo.is_none() {
        let body = test_evento(&entrega.evento_id, &ready.usuario_id, now);
        return Ok((entrega.evento_id.clone(), body));
    }
    let document = ready.documento.as_ref().ok_or(Failure::NoEvent)?;
    let (Some(topico), Some(config)) = (entrega.topico, &ready.config) else {
        return Ok((entrega.evento_id.clone(), document.clone()));
    };
    // the program itself has written this document
    let evento: Evento = serde_json::from_str(document).map_err(|_| Failure::NoEvent)?;
    let style = config.style(defaults);
    let aviso = aviso(&evento, entrega.assunto, topico, style, now, entrega.tentativa);
    let body = serde_json::to_string(&aviso).map_err(|_| Failure::NoEvent)?;
    Ok((identifier(&evento, topico), body))
}

/// The event's identifier, with the topic if the event is sent for several topics.
fn identifier(evento: &Evento, topico: Topico) -> String {
    match Topico::of_evento(evento).len() {
        0 | 1 => evento.evento_id.clone(),
        _ => format!("{}_{}", evento.evento_id, topico.name().replace('.', "_")),
    }
}
